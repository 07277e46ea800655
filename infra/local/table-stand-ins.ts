import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import {
  type AttributeValue,
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { startDynamodb, untilUsable } from "./dynamodb.ts";
import { LOCAL_CREDENTIALS } from "./environment.ts";
import { close } from "./http-listen.ts";
import { lockStateDir } from "./state-lock.ts";

/*
 * What AWS's own commands do to a table, on the embedded DynamoDB of a stack or a rehearsal that is stopped:
 *
 *   npm run standin -- back-up payments-dev                          aws dynamodb create-backup
 *   npm run standin -- delete payments-dev                           aws dynamodb delete-table
 *   npm run standin -- restore payments-dev payments-dev-restored    aws dynamodb restore-table-from-backup
 *
 * STATE_DIR names the folder, as everywhere. Time to live, recovery and protection have no stand-in: the embedded
 * DynamoDB has none of them.
 */

type Backup = { table: TableDescription; items: Record<string, AttributeValue>[] };
type Command = (client: DynamoDBClient, stateDir: string, names: string[]) => Promise<string>;

const backupFile = (stateDir: string, table: string): string => join(stateDir, "backups", table);

const COMMANDS: Record<string, Command> = {
  "back-up": async (client, stateDir, [name = ""]) => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (!Table) throw new Error(`There is no table ${name}.`);
    const items: Backup["items"] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) items.push(...Items);
    mkdirSync(join(stateDir, "backups"), { recursive: true });
    // Not as JSON, which has no bytes.
    writeFileSync(backupFile(stateDir, name), serialize({ table: Table, items } satisfies Backup), {
      mode: 0o600,
    });
    return `${name} was backed up: ${items.length} items.`;
  },
  delete: async (client, _, [name = ""]) => {
    await client.send(new DeleteTableCommand({ TableName: name }));
    return `${name} is gone.`;
  },
  restore: async (client, stateDir, [name = "", to = ""]) => {
    const file = backupFile(stateDir, name);
    if (!existsSync(file)) throw new Error(`There is no backup of ${name} in ${stateDir}.`);
    const { table, items } = deserialize(readFileSync(file)) as Backup;
    await client.send(new CreateTableCommand(definitionOf(table, to)));
    await untilUsable(client, to);
    for (const Item of items) await client.send(new PutItemCommand({ TableName: to, Item }));
    return `${to} has what ${name} had: ${items.length} items.`;
  },
};

const definitionOf = (table: TableDescription, TableName: string): CreateTableCommandInput => ({
  TableName,
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: table.AttributeDefinitions,
  KeySchema: table.KeySchema,
  GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  })),
});

const { AWS_REGION: region, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = LOCAL_CREDENTIALS;
const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };

export async function standIn(
  stateDir: string,
  [command = "", ...names]: readonly string[],
): Promise<string> {
  const run = COMMANDS[command];
  if (!run || names.length !== (command === "restore" ? 2 : 1))
    throw new Error("Usage: back-up <table>, delete <table> or restore <table> <new table>.");
  if (!existsSync(stateDir)) throw new Error(`There is no folder ${stateDir}. Set STATE_DIR to another one.`);
  const unlock = lockStateDir(stateDir);
  try {
    const { url, server } = await startDynamodb(stateDir);
    const client = new DynamoDBClient({ endpoint: url, region, credentials });
    try {
      return await run(client, stateDir, names);
    } finally {
      client.destroy();
      if (server) await close(server);
    }
  } finally {
    unlock();
  }
}

if (import.meta.main) {
  try {
    console.log(await standIn(resolve(process.env.STATE_DIR ?? ".local"), process.argv.slice(2)));
  } catch (error) {
    const { name, message } = error as Error;
    console.error(name === "ResourceNotFoundException" ? `There is no table ${process.argv[3]}.` : message);
    process.exitCode = 1;
  }
}
