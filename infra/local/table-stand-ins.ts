import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
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
import { readJson, writeJson } from "./state.ts";
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

const backupFile = (stateDir: string, table: string): string => join(stateDir, "backups", `${table}.json`);

const COMMANDS: Record<string, Command> = {
  "back-up": async (client, stateDir, [name = ""]) => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (!Table) throw new Error(`There is no table ${name}.`);
    const items: Backup["items"] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) items.push(...Items);
    mkdirSync(join(stateDir, "backups"), { recursive: true });
    writeJson(backupFile(stateDir, name), { table: Table, items } satisfies Backup, withBytes);
    return `${name} was backed up: ${items.length} items.`;
  },
  delete: async (client, _, [name = ""]) => {
    await client.send(new DeleteTableCommand({ TableName: name }));
    return `${name} is gone.`;
  },
  restore: async (client, stateDir, [name = "", to = ""]) => {
    const file = backupFile(stateDir, name);
    if (!existsSync(file)) throw new Error(`There is no backup of ${name} in ${stateDir}.`);
    const { table, items } = readJson<Backup>(file, intoBytes);
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

const withBytes = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array || isBuffer(value)
    ? { base64: Buffer.from(bytesOf(value)).toString("base64") }
    : value;

/** A Buffer is a plain object by the time a replacer sees it. */
const isBuffer = (value: unknown): value is { type: "Buffer"; data: number[] } =>
  typeof value === "object" && value !== null && (value as { type?: unknown }).type === "Buffer";

const bytesOf = (value: Uint8Array | { data: number[] }): Uint8Array | number[] =>
  value instanceof Uint8Array ? value : value.data;

const intoBytes = (_: string, value: unknown): unknown => {
  const { base64 } = (typeof value === "object" && value !== null ? value : {}) as { base64?: unknown };
  return typeof base64 === "string" ? new Uint8Array(Buffer.from(base64, "base64")) : value;
};

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
