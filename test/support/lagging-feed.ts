import type { FeedPage } from "../../shared/client/follow.ts";
import { UNFINISHED_MS, UNSETTLED_MS } from "../../shared/domain/events/feed.ts";

/** An event of a feed's model: when it was written, and how long after that the index may still not show it. */
export type WrittenEvent = {
  id: string;
  type: string;
  writtenMs: number;
  lagMs: number;
  /** Until its lag has ended, one read may show it and the next one not, as copies of an index do. */
  flickers: boolean;
  /** How long after its writing it is applied; at once unless told. Where readers may have seen it, it moves then. */
  appliedAfterMs?: number;
};

/** Where the index shows an event, from a moment on and until another: one that moves has two places. */
type Place = { event: WrittenEvent; placedMs: number; sort: string; fromMs: number; toMs: number };

const MAX_LATE_MS = 30_000;

/** Until its lag has ended the index shows it at its former place, though it is applied. */
function placesOf(event: WrittenEvent): Place[] {
  const { id, writtenMs, lagMs, appliedAfterMs = 0 } = event;
  const placeAt = (placedMs: number, fromMs: number, toMs: number): Place => ({
    ...{ event, placedMs, fromMs, toMs },
    sort: `${placedMs}#${id}`,
  });
  if (appliedAfterMs <= MAX_LATE_MS)
    return [placeAt(writtenMs, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)];
  const appliedMs = writtenMs + appliedAfterMs;
  const movesMs = appliedMs + lagMs;
  return [
    placeAt(writtenMs, Number.NEGATIVE_INFINITY, movesMs),
    placeAt(appliedMs, movesMs, Number.POSITIVE_INFINITY),
  ];
}

const HORIZON_MS = 60_000;

/** What the service answers to `GET /v1/events?order=ascending` while the index behind it lags; `reads` counts pages. */
export class LaggingFeed {
  reads = 0;
  /** In their order, sorted once: a test reads tens of thousands of pages. */
  readonly #places: Place[];
  readonly #random: () => number;
  readonly #limit: number;

  constructor(events: WrittenEvent[], { random, limit }: { random: () => number; limit: number }) {
    this.#random = random;
    this.#limit = limit;
    this.#places = events.flatMap(placesOf).sort((a, b) => (a.sort < b.sort ? -1 : 1));
  }

  page(nowMs: number, after: string | undefined, type?: string): FeedPage {
    this.reads++;
    const horizon = `${nowMs - HORIZON_MS}#`;
    const looked: Place[] = [];
    for (let at = this.#firstAfter(after); at < this.#places.length; at++) {
      const place = this.#places[at] as Place;
      if (nowMs < place.fromMs || nowMs >= place.toMs) continue;
      if (looked.length === this.#limit || place.sort >= horizon) break;
      const { writtenMs, lagMs, flickers } = place.event;
      if (nowMs >= writtenMs + lagMs || (flickers && this.#random() < 0.3)) looked.push(place);
    }
    const items = looked
      .filter(({ event }) => !type || event.type === type)
      .map(({ event: { id, writtenMs, appliedAfterMs = 0 }, placedMs, sort }) => {
        const isApplied = nowMs >= writtenMs + appliedAfterMs;
        const isWaitedFor = !isApplied && writtenMs > nowMs - UNFINISHED_MS;
        const settled = `${nowMs - UNSETTLED_MS}`;
        const place = isWaitedFor ? `${placedMs}` : sort;
        return {
          id,
          receivedAt: new Date(writtenMs).toISOString(),
          applied: isApplied ? "applied" : null,
          cursor: place < settled ? place : settled,
        };
      });
    const last = looked.at(-1);
    return {
      items: items as FeedPage["items"],
      after: last?.sort ?? after ?? horizon,
      serviceMs: nowMs,
      ...(last && { lookedToMs: last.placedMs }),
    };
  }

  #firstAfter(after: string | undefined): number {
    if (after === undefined) return 0;
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] as Place).sort <= after) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
