import { setTimeout } from "node:timers/promises";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { Failure } from "../domain/failure.ts";
import { ledgerConfig } from "../runtime/config.ts";
import { remainingMs, writeTimeMs } from "../runtime/invocation.ts";
import type { Key } from "./table.ts";

/** DynamoDB answers in milliseconds or not at all. Three tries of this length fit well into a function's time. */
export const LEDGER_PATIENCE = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_500, throwOnRequestTimeout: true },
};

const client = DynamoDBDocumentClient.from(new DynamoDBClient(LEDGER_PATIENCE), {
  marshallOptions: { removeUndefinedValues: true },
});

type Item = Record<string, unknown>;

export type WriteOutcome<T> = { written: true; item: T } | { written: false; existing: T | undefined };

export async function getItem<T>(key: Key): Promise<T | undefined> {
  const command = new GetCommand({ TableName: ledgerConfig().TABLE_NAME, Key: key, ConsistentRead: true });
  const { Item } = await callTable(() => client.send(command));
  return Item as T | undefined;
}

/** One answer holds 16 MB, and a hundred of the largest items are 40 MB. The other reads are for throttled parts. */
const MAX_READS = 6;
const FIRST_PAUSE_MS = 50;

/** Three tries, the pauses between them, and the answer that says so. */
const LONGEST_READ_MS = 9_000;

/** A batch takes at most this many keys. */
const BATCH = 100;

/** Each once: an index may show an item in its old place and in its new one, and a batch rejects the same key twice. */
export async function getItems<T extends object = Item>(keys: readonly Key[]): Promise<T[]> {
  const wanted = new Map(keys.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }]));
  const all = [...wanted.values()];
  const found = new Map<string, T>();
  for (let start = 0; start < all.length; start += BATCH)
    for (const item of await getBatch<T & Key>(all.slice(start, start + BATCH)))
      found.set(`${item.pk} ${item.sk}`, item);
  return [...wanted.keys()].flatMap((name) => found.get(name) ?? []);
}

/** All or none: a throttled or oversized part comes back as unprocessed, which must not read as "does not exist". */
async function getBatch<T>(keys: Key[]): Promise<T[]> {
  const found: T[] = [];
  const { TABLE_NAME } = ledgerConfig();
  let request: BatchGetCommandInput["RequestItems"] = {
    [TABLE_NAME]: { Keys: keys, ConsistentRead: true },
  };
  for (let read = 1; read <= MAX_READS; read++) {
    const command = new BatchGetCommand({ RequestItems: request });
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await callTable(() => client.send(command));
    found.push(...((Responses?.[TABLE_NAME] ?? []) as T[]));
    if (Object.keys(UnprocessedKeys ?? {}).length === 0) return found;
    request = UnprocessedKeys;
    // Asking again at once keeps the part throttled. The random factor spreads functions that were throttled
    // together.
    const pauseMs = FIRST_PAUSE_MS * 2 ** (read - 1) * (0.5 + Math.random() / 2);
    if (remainingMs() < pauseMs + LONGEST_READ_MS) break;
    if (read < MAX_READS) await setTimeout(pauseMs);
  }
  throw ledgerUnavailable();
}

/** `isCutOff`: there may be more, because of the limit, or because a page of large items ends at 1 MB before it. */
export async function sendQuery<T>(
  query: Omit<QueryCommandInput, "TableName">,
): Promise<{ items: T[]; isCutOff: boolean }> {
  const command = new QueryCommand({ TableName: ledgerConfig().TABLE_NAME, ...query });
  const { Items, LastEvaluatedKey } = await callTable(() => client.send(command));
  return { items: (Items ?? []) as T[], isCutOff: LastEvaluatedKey !== undefined };
}

/** A page of a count covers about ten thousand keys. */
const MAX_COUNT_PAGES = 100;

export async function sendCount(query: Omit<QueryCommandInput, "TableName">): Promise<number> {
  let count = 0;
  let from: QueryCommandInput["ExclusiveStartKey"];
  for (let page = 0; page < MAX_COUNT_PAGES; page++) {
    const request = {
      TableName: ledgerConfig().TABLE_NAME,
      ...query,
      Select: "COUNT",
      ExclusiveStartKey: from,
    } as const;
    const { Count = 0, LastEvaluatedKey } = await callTable(() => client.send(new QueryCommand(request)));
    count += Count;
    if (!LastEvaluatedKey) break;
    from = LastEvaluatedKey;
  }
  return count;
}

type SendOptions = { notAfterMs?: number | undefined; readsExisting?: false };

export async function sendPut<T extends Key>(
  item: T,
  condition: Pick<
    PutCommandInput,
    "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
  >,
  { notAfterMs }: SendOptions = {},
): Promise<WriteOutcome<T>> {
  const command = new PutCommand({
    TableName: ledgerConfig().TABLE_NAME,
    Item: item,
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    ...condition,
  });
  if (notAfterMs !== undefined) command.middlewareStack.add(rejectedAfter(notAfterMs), AT_EVERY_SEND);
  return writeOnCondition({ pk: item.pk, sk: item.sk }, async () => {
    await client.send(command);
    return item;
  });
}

/** Nothing was sent: the function was frozen, and what it was to write may no longer be true. */
export class SentTooLate extends Failure {
  override readonly name = "SentTooLate";

  constructor() {
    super("service_unavailable", "The request took too long, and a write would be too late. Try again.");
  }
}

/** Checked at every send, because the SDK repeats one by itself, possibly after a freeze. */
const rejectedAfter =
  (notAfterMs: number) =>
  <A, R>(next: (args: A) => Promise<R>) =>
  async (args: A): Promise<R> => {
    if (writeTimeMs() > notAfterMs) throw new SentTooLate();
    return next(args);
  };

const AT_EVERY_SEND = { step: "finalizeRequest", priority: "low" } as const;

/**
 * false: the item exists. Under a random key an earlier try of this call has written it, and its reply was lost. Nothing
 * is read, which the function's role may not even allow.
 */
export async function putNewItem(item: Key): Promise<boolean> {
  const command = new PutCommand({
    TableName: ledgerConfig().TABLE_NAME,
    Item: item,
    ConditionExpression: "attribute_not_exists(pk)",
  });
  try {
    await callTable(() => client.send(command));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
}

export async function sendUpdate<T>(
  key: Key,
  update: Omit<UpdateCommandInput, "TableName" | "Key">,
  { notAfterMs, readsExisting }: SendOptions = {},
): Promise<WriteOutcome<T>> {
  const command = new UpdateCommand({
    TableName: ledgerConfig().TABLE_NAME,
    Key: key,
    ReturnValues: "ALL_NEW",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    ...update,
  });
  if (notAfterMs !== undefined) command.middlewareStack.add(rejectedAfter(notAfterMs), AT_EVERY_SEND);
  return writeOnCondition(key, async () => (await client.send(command)).Attributes as T, readsExisting);
}

async function writeOnCondition<T>(
  key: Key,
  write: () => Promise<T>,
  readsExisting = true,
): Promise<WriteOutcome<T>> {
  try {
    return { written: true, item: await callTable(write) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (error.Item) return { written: false, existing: unmarshall(error.Item) as T };
    // The embedded server does not return the record that prevented the write, so it is read.
    return { written: false, existing: readsExisting ? await getItem<T>(key) : undefined };
  }
}

const UNAVAILABLE = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "InternalServerError",
  "ServiceUnavailable",
  "TimeoutError",
]);

/** To the caller every temporary failure is the same: unavailable. Anything else is a bug of ours. */
async function callTable<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw isPassing(error) ? ledgerUnavailable(error) : error;
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  // No status: the connection failed, and the SDK's own retries too.
  return UNAVAILABLE.has(error.name) || ($metadata?.httpStatusCode ?? 0) >= 500 || "code" in error;
}

const ledgerUnavailable = (cause?: unknown): Failure =>
  new Failure("service_unavailable", "The ledger is unreachable. Send the same request again.", {
    cause,
    retryAfterSeconds: 1,
  });
