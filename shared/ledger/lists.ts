import type { Page } from "../domain/page.ts";
import { getItems, queryItems } from "./client.ts";
import { type Key, TABLE } from "./table.ts";

export type IndexName = (typeof TABLE.indexes)[number]["name"];

/** Which stretch of an index: newest first, strictly older than `before`, not older than `since`. */
export type Stretch = {
  index: IndexName;
  partition: string;
  limit: number;
  before?: string | undefined;
  since?: string | undefined;
  /** Only sort keys that begin so. Excludes the two bounds. */
  prefix?: string | undefined;
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
  const { partitionKey, sortKey } =
    TABLE.indexes.find(({ name }) => name === stretch.index) ?? unknown(stretch.index);
  const { before = HIGHEST, since = LOWEST, prefix, limit } = stretch;
  const range = prefix === undefined ? "#sort BETWEEN :since AND :before" : "begins_with(#sort, :prefix)";
  const items = await queryItems<Key & Record<string, string>>({
    IndexName: stretch.index,
    KeyConditionExpression: `#partition = :partition AND ${range}`,
    ExpressionAttributeNames: { "#partition": partitionKey, "#sort": sortKey },
    ExpressionAttributeValues: {
      ":partition": stretch.partition,
      ...(prefix === undefined ? { ":since": since, ":before": before } : { ":prefix": prefix }),
    },
    ScanIndexForward: false,
    // One to see whether there is more, and one because BETWEEN includes the key to begin after.
    Limit: limit + 2,
  });
  const keys = items.filter((item) => item[sortKey] !== before);
  return { items: await readAll<T>(keys.slice(0, limit)), hasMore: keys.length > limit };
}

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
