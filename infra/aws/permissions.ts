import { Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { FunctionSpec } from "../topology.ts";
import type { Secrets } from "./secrets.ts";

type TableAccess = FunctionSpec["table"];

const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];

/** Written by hand: CDK's own grants include Scan, DeleteItem and batch writes, which no function here needs. */
const TABLE_ACTIONS: Record<TableAccess, string[]> = {
  none: [],
  read: READ,
  "read-write": [...READ, "dynamodb:PutItem", "dynamodb:UpdateItem"],
};

/** DynamoDB and Secrets Manager use the key in the caller's name. */
const KEY_READ = ["kms:Decrypt", "kms:DescribeKey"];
const KEY_ACTIONS: Record<TableAccess, string[]> = {
  none: [],
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

export type Grantable = { table: Table; secrets: Secrets; key: Key };

/** All that one function may do, from what the topology says that it touches. */
export function permissionsOf(spec: FunctionSpec, { table, secrets, key }: Grantable, logGroup: ILogGroup) {
  const secretArns = spec.secrets.map((name) => secrets[name].secretArn);
  return [
    allow(["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]),
    // AWS offers these two for all resources only: the one wildcard in any role.
    allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], ["*"]),
    ...(spec.table === "none"
      ? []
      : [
          allow(TABLE_ACTIONS[spec.table], [table.tableArn]),
          allowKey(KEY_ACTIONS[spec.table], key, "dynamodb"),
        ]),
    ...(secretArns.length === 0
      ? []
      : [
          allow(["secretsmanager:GetSecretValue"], secretArns),
          allowKey(["kms:Decrypt"], key, "secretsmanager"),
        ]),
  ];
}

const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });

/** Only on the way through that service: a function that gets at ciphertext otherwise cannot open it. */
const allowKey = (actions: string[], key: Key, service: string) =>
  new PolicyStatement({
    actions,
    resources: [key.keyArn],
    conditions: { StringEquals: { "kms:ViaService": `${service}.${Stack.of(key).region}.amazonaws.com` } },
  });
