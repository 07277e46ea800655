import type { Page } from "../domain/page.ts";

/** So many pages of the ledger are looked through for one page of what is looked for. */
const MAX_PAGES = 10;
export const SEARCH_PAGE = 100;

/** `last`: where the looking ended, shown or not. `isCutShort`: before the page was full, and there is more to look at. */
export type Searched<T> = { items: T[]; hasMore: boolean; last: T | undefined; isCutShort: boolean };

/**
 * A page of what matches: looks on until it is full, the list ends or the bound is met, so that a person is not shown
 * an empty page while there are matches behind it.
 */
export async function searchOn<T>(
  list: (after: T | undefined) => Promise<Page<T>>,
  matches: (item: T) => boolean,
  { limit, after }: { limit: number; after: T | undefined },
): Promise<Searched<T>> {
  const items: T[] = [];
  let last = after;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items: looked, hasMore } = await list(last);
    const matching = looked.filter(matches);
    const taken = matching.slice(0, limit - items.length);
    items.push(...taken);
    if (taken.length < matching.length)
      return { items, hasMore: true, last: taken.at(-1) ?? last, isCutShort: false };
    last = looked.at(-1) ?? last;
    if (!hasMore || items.length >= limit) return { items, hasMore, last, isCutShort: false };
  }
  return { items, hasMore: true, last, isCutShort: true };
}

/** One page of the ledger, whatever of it matches. */
export async function listOnce<T>(
  list: (after: T | undefined) => Promise<Page<T>>,
  matches: (item: T) => boolean,
  { after }: { limit: number; after: T | undefined },
): Promise<Searched<T>> {
  const { items, hasMore } = await list(after);
  return { items: items.filter(matches), hasMore, last: items.at(-1), isCutShort: false };
}
