import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from "@aws-sdk/client-dynamodb";
import { CreateQueueCommand, SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { requireTable, untilUsable } from "../../local/dynamodb.ts";
import { keepSecret, secretValues } from "../../local/environment.ts";
import type { LocalSecrets } from "../../local/state.ts";
import type { KeptSecret } from "../front-door/front-door.ts";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { DeployedStack, SecretSpec } from "../template/deployed-stack.ts";
import { ACCOUNT } from "../template/identities.ts";
import type { QueueSpec } from "../template/queues.ts";
import type { TableSpec } from "../template/tables.ts";

/** An existing table keeps its items. */
export async function createTables(endpoint: string, tables: readonly TableSpec[]): Promise<void> {
  const client = new DynamoDBClient({ endpoint });
  for (const { name, definition } of tables) {
    const input = { ...definition, TableName: name, BillingMode: "PAY_PER_REQUEST" };
    try {
      await client.send(new CreateTableCommand(input as ConstructorParameters<typeof CreateTableCommand>[0]));
      await untilUsable(client, name);
    } catch (error) {
      if (!(error instanceof ResourceInUseException)) throw error;
    }
  }
  client.destroy();
}

/** Also a table that functions use and no template makes: it was restored from a backup, and must exist. */
export async function standingTables(
  { tables, functions }: DeployedStack,
  endpoint: string,
): Promise<readonly TableSpec[]> {
  const used = new Set(functions.flatMap(({ variables }) => variables.TABLE_NAME ?? []));
  const others = [...used].filter((name) => tables.every((table) => table.name !== name));
  for (const name of others)
    await requireTable(endpoint, name).catch((error: Error) => {
      throw new NotRehearsable(`No template makes the table that functions use. ${error.message}`);
    });
  return [
    ...tables,
    ...others.flatMap((name) =>
      tables.slice(0, 1).map((like) => ({ ...like, name, arn: like.arn.replace(like.name, name) })),
    ),
  ];
}

/** A queue refers to its dead letters, so those without a redrive come first. */
export async function createQueues(endpoint: string, queues: readonly QueueSpec[]): Promise<void> {
  const client = new SQSClient({ endpoint });
  const refers = ({ attributes }: QueueSpec) => Number("RedrivePolicy" in attributes);
  for (const { name, attributes } of queues.toSorted((a, b) => refers(a) - refers(b))) {
    await client.send(new CreateQueueCommand({ QueueName: name }));
    const QueueUrl = `${endpoint}/${ACCOUNT}/${name}`;
    await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: attributes }));
  }
  client.destroy();
}

const lastPart = (id: string): string => id.split("/").at(-1) ?? "";

/** With the values of the local stack's secrets of the same name. */
export function secretsOf(specs: readonly SecretSpec[], secrets: LocalSecrets, stateDir: string) {
  const values = Object.entries(secretValues(secrets));
  const known = specs.map(({ name, arn }) => {
    const [localId, value] = values.find(([id]) => lastPart(id) === lastPart(name)) ?? [];
    if (localId === undefined || value === undefined)
      throw new NotRehearsable(`The local stack has no value for the secret ${name}.`);
    const secret: KeptSecret & { name: string } = {
      name,
      arn,
      value,
      write: (written) => {
        secret.value = written;
        keepSecret(stateDir, localId, written);
      },
    };
    return secret;
  });
  return (id: string) => known.find(({ name, arn }) => name === id || arn === id);
}
