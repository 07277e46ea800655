import { Failure } from "../domain/failure.ts";
import { log } from "../logger.ts";

/** The processor's largest page. */
export const PAGE_ITEMS = 100;

/** Clocks differ, and an attempt may run for a while after it began. */
const MARGIN_SECONDS = 300;

/** Where something that an earlier attempt made would be found: between the first attempt and the last. */
export const windowAround = (attempts: { firstAt: number; lastAt: number }) => ({
  gte: Math.floor(attempts.firstAt / 1000) - MARGIN_SECONDS,
  lte: Math.ceil(attempts.lastAt / 1000) + MARGIN_SECONDS,
});

type PageOf<T> = { data: T[]; has_more: boolean };

/**
 * Looks through a list, page by page. By listing, because the processor's search lags behind its writes. A list that
 * does not end within the bound needs a person: nothing may be made again while it is not known.
 */
export async function findInList<T extends { id: string }>(
  fetchPage: (paging: { limit: number; starting_after?: string }) => Promise<PageOf<T>>,
  matches: (item: T) => boolean,
  maxPages: number,
): Promise<T | undefined> {
  let after: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { data, has_more } = await fetchPage({
      limit: PAGE_ITEMS,
      ...(after && { starting_after: after }),
    });
    const found = data.find(matches);
    if (found) return found;
    after = data.at(-1)?.id;
    if (!has_more || !after) return undefined;
  }
  log("error", "a list at the processor is too long to look through");
  throw new Failure("processor_unavailable", "The outcome could not be established; contact support.");
}
