import type { components } from "./generated/contract.ts";

type FedEvent = components["schemas"]["EventSummary"];

/** One page of the feed, and where it goes on. */
export type FeedPage = { items: FedEvent[]; after: string | undefined };

export type FollowOptions = {
  /** A cursor of before; without one the feed is read from its beginning, up to 90 days ago. */
  after?: string;
  signal?: AbortSignal;
  /** How long to wait when there was nothing new; 5 s unless told. */
  pollMs?: number;
  nowMs?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
};

/**
 * `cursor`: go on from here after a restart and nothing is missed; what came in the ten minutes before comes again, so
 * de-duplicate on the event's id. `latest`: go on from here and nothing comes again, unless the index lagged meanwhile.
 */
export type Followed = { event: FedEvent; cursor: string | undefined; latest: string | undefined };

/** An index may lag without a bound that anybody promises; one that is behind by this much alarms its owner. */
const REREAD_MS = 600_000;

const POLL_MS = 5_000;

type Mark = { cursor: string; atMs: number };

/**
 * Every event of the feed once, as it comes, for ever. What the index shows late is found because the last ten minutes
 * are read again each time, and ids that were seen are dropped.
 */
export async function* followFeed(
  fetchPage: (after: string | undefined) => Promise<FeedPage>,
  { after, signal, pollMs = POLL_MS, nowMs = Date.now, sleep = pause }: FollowOptions = {},
): AsyncGenerator<Followed, void, undefined> {
  const seen = new Map<string, number>();
  let marks: Mark[] = [];
  let base = after;
  let latest = after;
  while (!signal?.aborted) {
    let from = base;
    marks = [];
    const reread = new Set<string>();
    for (;;) {
      const { items, after: next } = await fetchPage(from);
      for (const { id } of items) reread.add(id);
      const fresh = items.filter(({ id }) => !seen.has(id));
      for (const [place, event] of fresh.entries()) {
        seen.set(event.id, nowMs());
        const isLast = place === fresh.length - 1;
        yield { event, cursor: base, latest: isLast ? laterOf(next, latest, from) : latest };
        if (signal?.aborted) return;
      }
      latest = laterOf(next, latest, from);
      if (next === undefined || next === from) break;
      const last = items.at(-1);
      marks.push({ cursor: next, atMs: last ? Date.parse(last.receivedAt) : nowMs() });
      from = next;
    }
    const settledBefore = nowMs() - REREAD_MS;
    base = marks.filter(({ atMs }) => atMs <= settledBefore).at(-1)?.cursor ?? base;
    // A page begins anywhere: what is read again, however old, must still be known.
    for (const [id, atMs] of seen) if (atMs < settledBefore - REREAD_MS && !reread.has(id)) seen.delete(id);
    await sleep(pollMs);
  }
}

/** While old pages are read again the newest cursor stays the newest; a page that leads nowhere new changes nothing. */
const laterOf = (next: string | undefined, latest: string | undefined, from: string | undefined) =>
  from === latest || latest === undefined ? (next ?? latest) : latest;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
