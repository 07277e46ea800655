import type { Page } from "../domain/page.ts";
import { countMatches, getItems, queryItems } from "./client.ts";
import { type Key, TABLE } from "./table.ts";

export type IndexName = (typeof TABLE.indexes)[number]["name"];

/** Which stretch of an index: newest first, strictly older than `before`, not older than `since`. */
export type Stretch = {
  index: IndexName;
  partition: string;
  limit: number;
  before?: string | undefined;
  since?: string | undefined;
};

/** Sorts below and above every key of an index. */
const LOWEST = "!";
const HIGHEST = "~";

/** A batch takes at most this many keys. */
const BATCH = 100;

/**
 * One query for the keys, then the items by their keys: the index may be a moment behind, the items are not. Items
 * that are gone by then are left out.
 */
export async function listItems<T extends Key>(stretch: Stretch): Promise<Page<T>> {
  const { limit, before = HIGHEST } = stretch;
  const { sortKey } = indexOf(stretch);
  const items = await queryItems<Key & Record<string, string>>({
    ...queryOf(stretch),
    ScanIndexForward: false,
    // One to see whether there is more, and one because BETWEEN includes the key to begin after.
    Limit: limit + 2,
  });
  const keys = items.filter((item) => item[sortKey] !== before);
  return { items: await readAll<T>(keys.slice(0, limit)), hasMore: keys.length > limit };
}

/** How many there are as the index knows it, which may be a moment ago. */
export const countItems = (stretch: Omit<Stretch, "limit">): Promise<number> =>
  countMatches(queryOf(stretch));

function queryOf(stretch: Omit<Stretch, "limit">) {
  const { partitionKey, sortKey } = indexOf(stretch);
  const { before = HIGHEST, since = LOWEST } = stretch;
  return {
    IndexName: stretch.index,
    KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :before",
    ExpressionAttributeNames: { "#partition": partitionKey, "#sort": sortKey },
    ExpressionAttributeValues: { ":partition": stretch.partition, ":since": since, ":before": before },
  };
}

const indexOf = ({ index }: Pick<Stretch, "index">) =>
  TABLE.indexes.find(({ name }) => name === index) ?? unknown(index);

function unknown(index: string): never {
  throw new Error(`There is no index ${index}.`);
}

export async function readAll<T extends Key>(keys: Key[]): Promise<T[]> {
  const found = new Map<string, T>();
  for (let start = 0; start < keys.length; start += BATCH) {
    const batch = keys.slice(start, start + BATCH).map(({ pk, sk }) => ({ pk, sk }));
    for (const item of (await getItems(batch)) as T[]) found.set(`${item.pk} ${item.sk}`, item);
  }
  return keys.flatMap(({ pk, sk }) => found.get(`${pk} ${sk}`) ?? []);
}
