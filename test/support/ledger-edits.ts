import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { updateExpressions } from "../../shared/ledger/expressions.ts";
import type { Key } from "../../shared/ledger/table.ts";

/** A table, and the client that reaches it past every wire. */
type Table = { table: DynamoDBDocumentClient; tableName: string };

export const OFF_THE_LIST = { dueShard: undefined, dueSort: undefined, dueStep: undefined };

export async function readItem({ table, tableName }: Table, key: Key): Promise<Record<string, unknown>> {
  const { Item = {} } = await table.send(
    new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** Changes an item behind the service's back: undefined removes an attribute. */
export async function changeItem(
  { table, tableName }: Table,
  key: Key,
  changes: Record<string, unknown>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const remove = Object.keys(changes).filter((name) => changes[name] === undefined);
  // As the service writes. The older way without expressions makes text of bytes in moto.
  const expressions = updateExpressions<Record<string, unknown>>({ set: changes, remove, onlyIf: {} });
  await table.send(new UpdateCommand({ TableName: tableName, Key: key, ...expressions }));
}

/** As a restore from a backup would: the item is what it was then, or gone. */
export async function restoreItem(
  { table, tableName }: Table,
  key: Key,
  item?: Record<string, unknown>,
): Promise<void> {
  await (item
    ? table.send(new PutCommand({ TableName: tableName, Item: item }))
    : table.send(new DeleteCommand({ TableName: tableName, Key: key })));
}
