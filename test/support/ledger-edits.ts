import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
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
