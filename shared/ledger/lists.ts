import type { Page } from "../domain/page.ts";
import { getItems } from "./client.ts";
import { countMatches, type Query, queryItems, queryPage } from "./expressions.ts";
import { type IndexName, type Key, keySchemaOf } from "./table.ts";

/** Which part of an index: newest first, strictly older than `before`, not older than `since`. */
export type IndexRange = {
  index: IndexName;
  partition: string;
  limit: number;
  before?: string | undefined;
  since?: string | undefined;
};

/** Sorts below and above every key of an index. */
const LOWEST = "!";
const HIGHEST = "~";

/** `next`, if there is more: the `before` of the next page, as the index has it. The item may have moved since. */
type IndexPage<T> = Page<T> & { next?: string | undefined };

/**
 * One query for the keys, then the items by their keys, because the index may be outdated. Items that are gone are
 * left out.
 */
export async function listItems<T extends Key>(range: IndexRange): Promise<IndexPage<T>> {
  const { limit, before = HIGHEST, since = LOWEST } = range;
  // DynamoDB rejects such a range.
  if (since >= before) return { items: [], hasMore: false };
  const { sortKey } = keySchemaOf(range.index);
  const items = await queryItems<Key & Record<string, string>>({
    ...queryOf(range),
    descending: true,
    // One to see whether there is more, and one because the key to begin after is included.
    limit: limit + 2,
  });
  const keys = items.filter((item) => item[sortKey] !== before);
  const shown = keys.slice(0, limit);
  const hasMore = keys.length > limit;
  return { items: await getItems<T>(shown), hasMore, next: hasMore ? shown.at(-1)?.[sortKey] : undefined };
}

/**
 * The same, oldest first: strictly after `since`. `last`: up to where the index was looked at. An item that was moved since
 * the index saw it is listed at its new place alone.
 */
export async function listItemsAscending<T extends Key>(
  range: IndexRange,
): Promise<{ items: T[]; last?: string | undefined }> {
  const { limit, before = HIGHEST, since = LOWEST } = range;
  if (since >= before) return { items: [] };
  const { sortKey } = keySchemaOf(range.index);
  const items = await queryItems<Key & Record<string, string>>({
    ...queryOf(range),
    // One more because the key to begin after is included.
    limit: limit + 1,
  });
  const keys = items.filter((item) => item[sortKey] !== since).slice(0, limit);
  const found = new Map((await getItems<T>(keys)).map((item) => [`${item.pk} ${item.sk}`, item]));
  const standing = keys.flatMap((key): T[] => {
    const item = found.get(`${key.pk} ${key.sk}`);
    return item && Reflect.get(item, sortKey) === key[sortKey] ? [item] : [];
  });
  return { items: standing, last: keys.at(-1)?.[sortKey] };
}

/** As the index has them, which may be outdated. */
export const listKeys = (range: IndexRange): Promise<Key[]> =>
  queryItems<Key>({ ...queryOf(range), descending: true, limit: range.limit });

/** A page has about ten thousand keys. */
const MAX_KEY_PAGES = 10;

/** All of a range, up to a bound; the last of a page comes twice. As the index has them, which may be outdated. */
export async function listAllKeys(range: Omit<IndexRange, "limit">): Promise<Key[]> {
  const { sortKey } = keySchemaOf(range.index);
  const all: Key[] = [];
  let { since } = range;
  for (let page = 0; page < MAX_KEY_PAGES; page++) {
    const query = queryOf({ ...range, since });
    const { items, isCutOff } = await queryPage<Key & Record<string, string>>(query);
    all.push(...items);
    if (!isCutOff) break;
    since = items.at(-1)?.[sortKey];
  }
  return all;
}

/** As the index has them, which may be outdated. */
export const countItems = (range: Omit<IndexRange, "limit">): Promise<number> => countMatches(queryOf(range));

const queryOf = (range: Omit<IndexRange, "limit">): Query => ({
  index: range.index,
  partition: range.partition,
  between: [range.since ?? LOWEST, range.before ?? HIGHEST],
});
