import { Failure } from "../domain/failure.ts";
import type { TimeWindow } from "../domain/finance/time-window.ts";
import { hasTimeForCall } from "../runtime/invocation.ts";
import { log } from "../runtime/logger.ts";

export const PAGE_ITEMS = 100;

/** Clocks differ, and an attempt may run for a while after it began. */
const MARGIN_SECONDS = 300;

export type AttemptTimes = { firstAt: number; now: number };

/** It may have been made long after it was asked for. */
export const windowAround = ({ firstAt, now }: AttemptTimes) => ({
  gte: Math.floor(firstAt / 1000) - MARGIN_SECONDS,
  lte: Math.ceil(now / 1000) + MARGIN_SECONDS,
});

/** The processor counts in whole seconds. */
export const createdWithin = ({ sinceMs, untilMs }: TimeWindow) => ({
  gte: Math.floor(sinceMs / 1000),
  lt: Math.ceil(untilMs / 1000),
});

export const CERTAIN = Number.POSITIVE_INFINITY;

/** The first of equals. */
const bestOf = <T>(items: T[], worthOf: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (best, item) => (best === undefined || worthOf(item) > worthOf(best) ? item : best),
    undefined,
  );

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

/**
 * Looks through a list, page by page: unlike the processor's search it never lags behind. A list that does not end
 * within its bounds says nothing of what it does not show. What is CERTAIN is taken at once, of the others the best once
 * the list has ended or a bound is met, pages or time; what is worth nothing only where the list has ended.
 */
export async function searchList<T extends { id: string }>(
  fetchPage: (paging: { limit: number; starting_after?: string }) => Promise<PageOf<T>>,
  matches: (item: T) => boolean,
  { maxPages }: { maxPages: number },
  worthOf: (item: T) => number = () => CERTAIN,
): Promise<T | undefined> {
  let after: string | undefined;
  let best: T | undefined;
  for (let page = 0; page < maxPages && hasTimeForCall(); page++) {
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
    retryAfterSeconds: 60,
  });
}
