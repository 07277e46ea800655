import type { FeedPage } from "../../shared/client/follow.ts";

/** An event of a feed's model: when it was written, and how long after that the index may still not show it. */
export type WrittenEvent = {
  id: string;
  type: string;
  writtenMs: number;
  lagMs: number;
  /** Until its lag has ended, one read may show it and the next one not, as copies of an index do. */
  flickers: boolean;
  /** How long after its writing it is applied; at once unless told. */
  appliedAfterMs?: number;
};

type PlacedEvent = WrittenEvent & { sort: string };

const HORIZON_MS = 60_000;

/** What the service answers to `GET /v1/events?order=ascending` while the index behind it lags; `reads` counts pages. */
export class LaggingFeed {
  reads = 0;
  readonly #events: PlacedEvent[];
  readonly #random: () => number;
  readonly #limit: number;

  constructor(events: WrittenEvent[], { random, limit }: { random: () => number; limit: number }) {
    this.#random = random;
    this.#limit = limit;
    this.#events = events
      .map((event) => ({ ...event, sort: `${event.writtenMs}#${event.id}` }))
      .sort((a, b) => (a.sort < b.sort ? -1 : 1));
  }

  page(nowMs: number, after: string | undefined, type?: string): FeedPage {
    this.reads++;
    const horizon = `${nowMs - HORIZON_MS}#`;
    const looked: PlacedEvent[] = [];
    for (const event of this.#events) {
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
      ...(last && { lookedToMs: last.writtenMs }),
    };
  }
}
