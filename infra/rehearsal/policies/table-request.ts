import { NotRehearsable } from "./not-rehearsable.ts";
import type { Request } from "./policy.ts";

export type TableKeys = { arn: string; partitionKey: string; indexes: ReadonlyMap<string, string> };

type Attribute = { S?: string };
type Item = Record<string, Attribute>;

type Body = {
  TableName?: string;
  IndexName?: string;
  Key?: Item;
  Item?: Item;
  RequestItems?: Record<string, { Keys?: Item[] }>;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
};

/** Those that name no item: IAM has no leading keys for them. */
const WITHOUT_KEYS = ["Scan", "DescribeTable", "DeleteTable", "CreateTable", "DescribeTimeToLive"];

/**
 * One question per table or index, with all partition keys that the request touches. A request whose keys cannot be
 * read is an error: with an empty list a policy would allow anything.
 */
export function requestsOf(
  operation: string,
  body: Body,
  find: (tableName: string) => TableKeys | undefined,
): Request[] {
  const action = `dynamodb:${operation}`;
  if (body.RequestItems)
    return Object.entries(body.RequestItems).map(([tableName, { Keys = [] }]) => {
      const { arn, partitionKey } = known(find(tableName), tableName);
      return request(
        action,
        arn,
        Keys.map((key) => textOf(key[partitionKey], operation)),
      );
    });
  const table = known(find(body.TableName ?? ""), body.TableName);
  const queried = body.IndexName ? `${table.arn}/index/${body.IndexName}` : table.arn;
  if (WITHOUT_KEYS.includes(operation)) return [{ action, resource: queried, context: {} }];
  const item = body.Key ?? body.Item;
  if (item) return [request(action, table.arn, [textOf(item[table.partitionKey], operation)])];
  const partitionKey = body.IndexName ? table.indexes.get(body.IndexName) : table.partitionKey;
  return [request(action, queried, [queriedKey(body, partitionKey, operation)])];
}

const request = (action: string, resource: string, keys: string[]): Request => {
  if (keys.length === 0) throw unreadable(action);
  return { action, resource, context: { "dynamodb:LeadingKeys": keys } };
};

function queriedKey(body: Body, partitionKey: string | undefined, operation: string): string {
  const { KeyConditionExpression = "", ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = body;
  for (const [, name = "", value = ""] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if ((ExpressionAttributeNames[name] ?? name) === partitionKey)
      return textOf(ExpressionAttributeValues[value], operation);
  throw unreadable(operation);
}

function textOf(attribute: Attribute | undefined, operation: string): string {
  if (typeof attribute?.S === "string") return attribute.S;
  throw unreadable(operation);
}

const known = (table: TableKeys | undefined, name = ""): TableKeys => {
  if (table) return table;
  throw new NotRehearsable(`The templates have no table ${name}.`);
};

const unreadable = (operation: string): Error =>
  new NotRehearsable(`The keys of a ${operation} cannot be read, so no policy can judge it.`);
