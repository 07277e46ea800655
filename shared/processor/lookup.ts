import { Failure } from "../domain/failure.ts";
import type { TimeWindow } from "../domain/finance/time-window.ts";
import { HOUR_MS } from "../domain/time.ts";
import { CALL_MS, hasTimeForCall } from "../runtime/invocation.ts";
import { log } from "../runtime/logger.ts";

export const PAGE_ITEMS = 100;

/** Clocks differ, and an attempt may run for a while after it began. */
const MARGIN_SECONDS = 300;

export type AttemptTimes = { firstAt: number; lastAt: number; now: number };

/** It may have been made long after it was asked for. */
export const windowAround = ({ firstAt, now }: Omit<AttemptTimes, "lastAt">) => ({
  gte: Math.floor(firstAt / 1000) - MARGIN_SECONDS,
  lte: Math.ceil(now / 1000) + MARGIN_SECONDS,
});

/** The processor counts in whole seconds. */
export const createdWithin = ({ sinceMs, untilMs }: TimeWindow) => ({
  gte: Math.floor(sinceMs / 1000),
  lt: Math.ceil(untilMs / 1000),
});

/** Search usually lags by less than a minute, and by up to an hour at worst. */
const SEARCH_LAG_MS = 2 * HOUR_MS;

/** Only then does an empty search prove anything. */
export const mustBeKnownToSearch = (madeAt: number, now: number): boolean => now - madeAt > SEARCH_LAG_MS;

/** Its worst lag is half of what we allow for, so that the hour before is covered by both. */
export const hiddenFromSearch = ({ firstAt, lastAt, now }: AttemptTimes): AttemptTimes => ({
  firstAt: Math.max(firstAt, now - SEARCH_LAG_MS),
  lastAt,
  now,
});

/** After this time search alone can tell what was made up to now. */
export const KNOWN_TO_SEARCH_IN_SECONDS = SEARCH_LAG_MS / 1000 + 1;

export const CERTAIN = Number.POSITIVE_INFINITY;

/** The first of equals. */
export const bestOf = <T>(items: T[], worthOf: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (best, item) => (best === undefined || worthOf(item) > worthOf(best) ? item : best),
    undefined,
  );

/** A later attempt may find by search what this one did not find in the list. */
const UNESTABLISHED =
  "The outcome is not known yet. Send the same request again after Retry-After. If it keeps failing, contact support.";

type PageOf<T> = { data: T[]; has_more: boolean };

export const pageAfter = (after: string | undefined) => ({
  limit: PAGE_ITEMS,
  ...(after && { starting_after: after }),
});

export function nextOf({ data, has_more }: PageOf<{ id: string }>): { next?: string } {
  const last = has_more ? data.at(-1) : undefined;
  return last ? { next: last.id } : {};
}

/** `leavesTime`: for one more call, so that what was not found can be asked for in the same request. */
export type LookBounds = { maxPages: number; leavesTime?: boolean };

/** Whether one more page may be asked for: it may take as long as a call can. */
const hasTimeForPage = ({ leavesTime = false }: LookBounds): boolean =>
  hasTimeForCall(leavesTime ? CALL_MS : 0);

/**
 * Looks through a list, page by page: unlike the processor's search it never lags behind. A list that does not end
 * within its bounds says nothing of what it does not show. What is CERTAIN is taken at once, of the others the best once
 * the list has ended or a bound is met, pages or time; what is worth nothing only where the list has ended.
 */
export async function searchList<T extends { id: string }>(
  fetchPage: (paging: { limit: number; starting_after?: string }) => Promise<PageOf<T>>,
  matches: (item: T) => boolean,
  bounds: LookBounds,
  worthOf: (item: T) => number = () => CERTAIN,
): Promise<T | undefined> {
  let after: string | undefined;
  let best: T | undefined;
  for (let page = 0; page < bounds.maxPages && hasTimeForPage(bounds); page++) {
    const { data, has_more } = await fetchPage(pageAfter(after));
    best = bestOf([...(best ? [best] : []), ...data.filter(matches)], worthOf);
    after = data.at(-1)?.id;
    const isKnown = best !== undefined && worthOf(best) === CERTAIN;
    if (isKnown || !has_more || !after) return best;
  }
  if (best !== undefined && worthOf(best) > 0) return best;
  throw tooLong();
}

function tooLong(): Failure {
  log("warn", "a list at the processor is too long to look through");
  return new Failure("processor_unavailable", UNESTABLISHED, {
    processorSays: "list_too_long",
    retryAfterSeconds: 60,
  });
}
