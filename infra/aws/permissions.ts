import { Aws } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import { ledgerAccessOf } from "../ledger-access.ts";
import type { FunctionSpec } from "../topology.ts";
import type { Queues } from "./queues.ts";
import type { Secrets } from "./secrets.ts";
import { tableStatements, writesTo } from "./table-permissions.ts";

type TableAccess = FunctionSpec["table"];

/** DynamoDB and Secrets Manager use the key in the caller's name. */
const KEY_READ = ["kms:Decrypt", "kms:DescribeKey"];
export const KEY_ACTIONS: Record<Exclude<TableAccess, "none">, string[]> = {
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

export type Grantable = { table: Table; secrets: Secrets; queues: Queues; key: Key };

/** All that one function may do, from what the topology says that it touches. */
export const permissionsOf = (spec: FunctionSpec, on: Grantable, logGroup: ILogGroup): PolicyStatement[] => [
  ...allow(["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]),
  // AWS offers these two for all resources only: the one wildcard in any role.
  ...allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], ["*"]),
  ...tablePermissions(spec, on),
  ...secretPermissions(spec, on),
  ...queuePermissions(spec, on),
];

function tablePermissions({ name }: FunctionSpec, { table, key }: Grantable) {
  const access = ledgerAccessOf(name);
  if (access.length === 0) return [];
  const keyActions = KEY_ACTIONS[writesTo(access) ? "read-write" : "read"];
  return [...tableStatements(access, table), allowKey(keyActions, key, "dynamodb")];
}

function secretPermissions({ secrets: names }: FunctionSpec, { secrets, key }: Grantable) {
  if (names.length === 0) return [];
  const arns = names.map((name) => secrets[name].secretArn);
  return [
    ...allow(["secretsmanager:GetSecretValue"], arns),
    allowKey(["kms:Decrypt"], key, "secretsmanager"),
  ];
}

const queuePermissions = ({ sends = [], consumes }: FunctionSpec, { queues }: Grantable) => [
  ...allow(
    ["sqs:SendMessage"],
    sends.map((name) => queues[name].queueArn),
  ),
  ...allow(CONSUMER_ACTIONS, consumes ? [queues[consumes.queue].queueArn] : []),
];

/** Nothing to touch, nothing to allow. */
export const allow = (actions: string[], resources: string[]): PolicyStatement[] =>
  resources.length === 0 ? [] : [new PolicyStatement({ actions, resources })];

/** Only on the way through that service: a function that gets at ciphertext otherwise cannot open it. */
export const allowKey = (actions: string[], key: Key, service: string) =>
  new PolicyStatement({
    actions,
    resources: [key.keyArn],
    conditions: { StringEquals: { "kms:ViaService": `${service}.${Aws.REGION}.amazonaws.com` } },
  });
