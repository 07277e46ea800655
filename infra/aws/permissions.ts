import { Aws } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import { ledgerAccessOf, tableAccessOf } from "../ledger-access.ts";
import type { FunctionSpec } from "../topology.ts";
import type { Data, NamedKey } from "./data-by-name.ts";
import type { Environment } from "./environments.ts";
import { tableStatements } from "./table-permissions.ts";

/** DynamoDB and Secrets Manager use the key in the caller's name. */
const KEY_READ = ["kms:Decrypt", "kms:DescribeKey"];
export const KEY_ACTIONS = {
  read: KEY_READ,
  "read-write": [
    ...KEY_READ,
    "kms:Encrypt",
    "kms:ReEncryptFrom",
    "kms:ReEncryptTo",
    "kms:GenerateDataKey",
    "kms:GenerateDataKeyWithoutPlaintext",
  ],
};

/** What Lambda's poller does in the function's name, and the wait between attempts that the function sets itself. */
const CONSUMER_ACTIONS = [
  "sqs:ReceiveMessage",
  "sqs:DeleteMessage",
  "sqs:GetQueueAttributes",
  "sqs:ChangeMessageVisibility",
];

/** The rate of Lambda's own tracing cannot be set, and every trace is paid for: only where a deploy asks for it. */
export const isTraced = ({ traced = false }: FunctionSpec, { traces = false }: Environment): boolean =>
  traced && traces;

export const permissionsOf = (
  spec: FunctionSpec,
  on: Data & { environment: Environment },
  logGroup: ILogGroup,
): PolicyStatement[] => [
  ...allow(["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]),
  // AWS offers these two for all resources only: the one wildcard in any role.
  ...(isTraced(spec, on.environment)
    ? allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], ["*"])
    : []),
  ...tablePermissions(spec, on),
  ...secretPermissions(spec, on),
  ...queuePermissions(spec, on),
];

function tablePermissions({ name }: FunctionSpec, { table, key }: Data) {
  const access = tableAccessOf(name);
  if (access === "none") return [];
  return [...tableStatements(ledgerAccessOf(name), table), allowKey(KEY_ACTIONS[access], key, "dynamodb")];
}

function secretPermissions({ secrets: names }: FunctionSpec, { secrets, key }: Data) {
  if (names.length === 0) return [];
  const arns = names.map((name) => secrets[name].arn);
  return [
    ...allow(["secretsmanager:GetSecretValue"], arns),
    allowKey(["kms:Decrypt"], key, "secretsmanager"),
  ];
}

const queuePermissions = (
  { sends = [], consumes, tellsPlatform }: FunctionSpec,
  { queues, platform }: Data,
) => [
  ...allow(
    ["sqs:SendMessage"],
    sends.map((name) => queues[name].queueArn),
  ),
  ...allow(["sqs:SendMessage"], tellsPlatform && platform ? [platform.queue.queueArn] : []),
  ...allow(CONSUMER_ACTIONS, consumes ? [queues[consumes.queue].queueArn] : []),
];

export const allow = (actions: string[], resources: string[]): PolicyStatement[] =>
  resources.length === 0 ? [] : [new PolicyStatement({ actions, resources })];

/**
 * Only through that service: a function that gets at ciphertext otherwise cannot open it. The alias names the key,
 * whose id is not known here; a key may have several, hence the "any".
 */
export const allowKey = (actions: string[], key: NamedKey, service: string) =>
  new PolicyStatement({
    actions,
    resources: [key.arn],
    conditions: {
      StringEquals: { "kms:ViaService": `${service}.${Aws.REGION}.amazonaws.com` },
      "ForAnyValue:StringEquals": { "kms:ResourceAliases": key.alias },
    },
  });
