import { ArnFormat, Stack } from "aws-cdk-lib";
import { type ITable, Table } from "aws-cdk-lib/aws-dynamodb";
import { Alias, type IKey } from "aws-cdk-lib/aws-kms";
import { type IQueue, Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { SecretName } from "../../shared/runtime/secrets.ts";
import { QUEUES, type QueueName, SECRET_VARIABLES } from "../topology.ts";
import type { Environment } from "./environments.ts";
import { keyAliasOf, queueNameOf, secretNameOf, tableNameOf } from "./names.ts";
import { type PlatformQueue, platformQueueByName } from "./platform-events.ts";

/** `arn`: as rights name it. Secrets Manager ends each ARN with six random characters. */
type NamedSecret = { name: string; arn: string };

export type Queues = Readonly<Record<QueueName, IQueue>>;

/** `arn`: of all keys, because rights cannot name a key by its alias; a condition on the alias chooses the one. */
export type NamedKey = { key: IKey; alias: string; arn: string };

export type Data = {
  table: ITable;
  key: NamedKey;
  secrets: Readonly<Record<SecretName, NamedSecret>>;
  queues: Queues;
  platform?: PlatformQueue | undefined;
};

export function dataByName(scope: Construct, environment: Environment): Data {
  const stack = Stack.of(scope);
  const alias = keyAliasOf(environment);
  return {
    table: Table.fromTableName(scope, "Table", tableNameOf(environment)),
    key: {
      key: Alias.fromAliasName(scope, "DataKey", alias),
      alias,
      arn: stack.formatArn({ service: "kms", resource: "key", resourceName: "*" }),
    },
    secrets: mapNames(SECRET_VARIABLES, (name) => {
      const secretName = secretNameOf(environment, name);
      return { name: secretName, arn: secretArnOf(stack, secretName) };
    }),
    platform: platformQueueByName(scope, environment),
    queues: mapNames(QUEUES, (name) => {
      const arn = stack.formatArn({ service: "sqs", resource: queueNameOf(environment, name) });
      return Queue.fromQueueArn(scope, `${name}-queue`, arn);
    }),
  };
}

const secretArnOf = (stack: Stack, secretName: string): string =>
  stack.formatArn({
    service: "secretsmanager",
    resource: "secret",
    resourceName: `${secretName}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const mapNames = <K extends string, V>(named: Record<K, unknown>, make: (name: K) => V): Record<K, V> =>
  Object.fromEntries((Object.keys(named) as K[]).map((name) => [name, make(name)])) as Record<K, V>;
