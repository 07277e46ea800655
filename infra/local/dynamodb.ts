import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  ResourceInUseException,
  ResourceNotFoundException,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { TABLE } from "../../shared/ledger/table.ts";
import { listen, withoutSlash } from "./http-listen.ts";

/**
 * DYNAMODB_URL, or the embedded DynamoDB, on disk. It acknowledges a write when LevelDB's log has it, which survives
 * kill -9.
 */
export async function startDynamodb(stateDir: string): Promise<{ url: string; server?: Server }> {
  if (process.env.DYNAMODB_URL) return { url: withoutSlash(process.env.DYNAMODB_URL) };
  const path = join(stateDir, "dynamodb");
  mkdirSync(path, { recursive: true });
  const server = dynalite({ path, createTableMs: 0 });
  return { url: await listen(server, 0), server };
}

export async function requireTable(endpoint: string, TableName: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint });
  try {
    await client.send(new DescribeTableCommand({ TableName }));
  } catch (cause) {
    if (!(cause instanceof ResourceNotFoundException)) throw cause;
    throw new Error(`There is no table ${TableName}, and an empty one would lose all data.`, { cause });
  } finally {
    client.destroy();
  }
}

const MAX_WAIT_SECONDS = 30;

/** A table that was just created rejects items for a moment, on AWS and in the embedded DynamoDB. */
export const untilUsable = (client: DynamoDBClient, TableName: string) =>
  waitUntilTableExists({ client, minDelay: 1, maxWaitTime: MAX_WAIT_SECONDS }, { TableName });

/** From the same data as the CDK's table. */
export async function ensureTable(endpoint: string, tableName: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint });
  try {
    await client.send(new CreateTableCommand(tableDefinition(tableName)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  try {
    await untilUsable(client, tableName);
  } finally {
    client.destroy();
  }
}

function tableDefinition(TableName: string): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes } = TABLE;
  const keys = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  return {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [...new Set(keys)].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: keySchema({ partitionKey, sortKey }),
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection: { ProjectionType: "KEYS_ONLY" },
    })),
  };
}

const keySchema = (keys: { partitionKey: string; sortKey: string }): KeySchemaElement[] => [
  { AttributeName: keys.partitionKey, KeyType: "HASH" },
  { AttributeName: keys.sortKey, KeyType: "RANGE" },
];
