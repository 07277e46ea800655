import type { Page } from "../domain/page.ts";

/** So many pages of the ledger are looked through for one page of what matches. */
const MAX_PAGES = 10;
const PAGE = 100;

type Listing<T> = {
  list: (page: { limit: number; after: T | undefined }) => Promise<Page<T>>;
  matches: (item: T) => boolean;
  /** Whether it is asked for what no index knows. */
  isSearch: boolean;
  limit: number;
  after: T | undefined;
};

/**
 * `last`: the last one shown. What is not shown may still move: a page that began after it would repeat what was shown.
 * Only where none is shown, or the search was cut short, it is where the looking ended. `isCutShort`: before the page was
 * full, and there is more to look at.
 */
type Matching<T> = { items: T[]; hasMore: boolean; last: T | undefined; isCutShort: boolean };

export const listMatching = <T>(listing: Listing<T>): Promise<Matching<T>> =>
  listing.isSearch ? searchPages(listing) : readOnePage(listing);

/**
 * Searches on until the page is full, the list ends or the bound is met, so that no empty page hides matches behind
 * it.
 */
async function searchPages<T>({ list, matches, limit, after }: Listing<T>): Promise<Matching<T>> {
  const items: T[] = [];
  let last = after;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items: looked, hasMore } = await list({ limit: PAGE, after: last });
    const matching = looked.filter(matches);
    const taken = matching.slice(0, limit - items.length);
    items.push(...taken);
    if (taken.length < matching.length)
      return { items, hasMore: true, last: taken.at(-1) ?? last, isCutShort: false };
    last = looked.at(-1) ?? last;
    if (!hasMore || items.length >= limit)
      return { items, hasMore, last: items.at(-1) ?? last, isCutShort: false };
  }
  return { items, hasMore: true, last, isCutShort: true };
}

/** One page of the ledger, whatever of it matches. */
async function readOnePage<T>({ list, matches, limit, after }: Listing<T>): Promise<Matching<T>> {
  const { items, hasMore } = await list({ limit, after });
  const shown = items.filter(matches);
  return { items: shown, hasMore, last: shown.at(-1) ?? items.at(-1), isCutShort: false };
}
