import type { LedgerAccess, LedgerAction } from "../../../infra/ledger-access.ts";

type Input = {
  Key?: { pk: string };
  Item?: { pk: string };
  RequestItems?: Record<string, { Keys?: { pk: string }[] }>;
  IndexName?: string | undefined;
  KeyConditionExpression?: string | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
};

const ACTIONS: Record<string, string> = {
  GetCommand: "GetItem",
  PutCommand: "PutItem",
  UpdateCommand: "UpdateItem",
  QueryCommand: "Query",
  BatchGetCommand: "BatchGetItem",
};

export type Command = { constructor: { name: string }; input: object };

/** What a command of the ledger's client asks of the table, as a policy would see it. */
export function accessesOf(command: Command): LedgerAccess[] {
  const { name } = command.constructor;
  return accessesIn((ACTIONS[name] ?? name) as LedgerAction, command.input);
}

export function accessesIn(action: LedgerAction, input: Input): LedgerAccess[] {
  const { IndexName: index } = input;
  return leadingKeys(input).map((key) => ({ action, prefix: prefixOf(key), ...(index && { index }) }));
}

function leadingKeys(input: Input): string[] {
  const { Key, Item, RequestItems, KeyConditionExpression = "", ExpressionAttributeValues } = input;
  if (Key ?? Item) return [(Key ?? Item)?.pk ?? ""];
  if (RequestItems) return Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys.map(({ pk }) => pk));
  const placeholder = /=\s*(:\w+)/.exec(KeyConditionExpression)?.[1] ?? "";
  return [String(ExpressionAttributeValues?.[placeholder] ?? "")];
}

/** "PAYMENT#" of "PAYMENT#svcpay_1", "mer_" of "mer_1": what stays the same from item to item. */
export const prefixOf = (key: string): string => /^[A-Za-z]+[#_]?/.exec(key)?.[0] ?? key;
