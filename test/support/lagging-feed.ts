import type { FeedPage } from "../../shared/client/follow.ts";

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

type PlacedEvent = WrittenEvent & { placedMs: number; sort: string };

const MAX_LATE_MS = 30_000;

/** Until its lag has ended the index shows it at its former place, though it is applied. */
function placedAt(event: WrittenEvent, nowMs: number): PlacedEvent {
  const { id, writtenMs, lagMs, appliedAfterMs = 0 } = event;
  const isMoved = appliedAfterMs > MAX_LATE_MS && nowMs >= writtenMs + appliedAfterMs + lagMs;
  const placedMs = isMoved ? writtenMs + appliedAfterMs : writtenMs;
  return { ...event, placedMs, sort: `${placedMs}#${id}` };
}

const HORIZON_MS = 60_000;

/** What the service answers to `GET /v1/events?order=ascending` while the index behind it lags; `reads` counts pages. */
export class LaggingFeed {
  reads = 0;
  readonly #events: WrittenEvent[];
  readonly #random: () => number;
  readonly #limit: number;

  constructor(events: WrittenEvent[], { random, limit }: { random: () => number; limit: number }) {
    this.#random = random;
    this.#limit = limit;
    this.#events = events;
  }

  page(nowMs: number, after: string | undefined, type?: string): FeedPage {
    this.reads++;
    const horizon = `${nowMs - HORIZON_MS}#`;
    const looked: PlacedEvent[] = [];
    const placed = this.#events
      .map((event) => placedAt(event, nowMs))
      .sort((a, b) => (a.sort < b.sort ? -1 : 1));
    for (const event of placed) {
      if (after !== undefined && event.sort <= after) continue;
      if (looked.length === this.#limit || event.sort >= horizon) break;
      const isShown = nowMs >= event.writtenMs + event.lagMs || (event.flickers && this.#random() < 0.3);
      if (isShown) looked.push(event);
    }
    const items = looked
      .filter((event) => !type || event.type === type)
      .map(({ id, writtenMs, appliedAfterMs = 0 }) => ({
        id,
        receivedAt: new Date(writtenMs).toISOString(),
        applied: nowMs < writtenMs + appliedAfterMs ? null : "applied",
      }));
    const last = looked.at(-1);
    return {
      items: items as FeedPage["items"],
      after: last?.sort ?? after ?? horizon,
      serviceMs: nowMs,
      ...(last && { lookedToMs: last.placedMs }),
    };
  }
}
