import type { components } from "./generated/contract.ts";
import { pause } from "./send.ts";

type FedEvent = components["schemas"]["EventSummary"] & { cursor: string };

/** One page of the feed: where it goes on, the service's time at its answer, and up to which moment it has looked. */
export type FeedPage = {
  items: FedEvent[];
  after: string | undefined;
  serviceMs: number;
  lookedToMs?: number | undefined;
};

export type FollowOptions = {
  /** A cursor that an earlier page gave; without one the feed is read from its beginning, up to 90 days ago. */
  after?: string;
  /** What `seen()` said when that cursor was kept: what it names does not come again. */
  seen?: readonly string[];
  signal?: AbortSignal;
  /** How long to wait when there was nothing new; 5 s unless told. */
  pollMs?: number;
  sleep?: (ms: number) => Promise<unknown>;
};

/**
 * Store `cursor` once the event is handled, and pass it as `after` at the next start: nothing is missed, also what the
 * index shows late. What came in the eleven minutes before comes again, and while an event waits to be applied, what came
 * after it. With what `seen` says, opaque texts, kept beside the cursor, nothing comes again. Who drops ids
 * that came before must not drop one whose `applied` was null: it comes a second time once it is finished.
 */
export type Followed = { event: FedEvent; cursor: string; seen: () => string[] };

/** An index may lag without a documented limit; ten minutes set off an alarm. The feed ends a minute ago. */
const UNSETTLED_MS = 660_000;

/** How long an event that is recorded and not applied is waited for: about as long as its callback waits. */
const UNFINISHED_MS = 1_800_000;

/** For so long an event that is applied late may come to a new place: half an hour, and what an index lags by. */
const MOVED_MS = 3_600_000;

/**
 * A page's cursors are right for a reader that has just read what is before it. So after this time a round that has
 * yielded something ends, and one that has not moves its base no more.
 */
const ROUND_MS = 15_000;

const POLL_MS = 5_000;

/**
 * Every event of the feed, as it comes, for ever. One that was told before the service could apply it comes again, with
 * the same id, once it is applied; every other comes once. Each round reads from `base` to the end and drops what is
 * known. The service says with each event how far the base may move: no further than eleven minutes ago, so that what the
 * index shows late is found.
 *
 * The body of an event that is not applied yet shows its payment as it was before, and no later event need tell the rest.
 * So it is passed by until it is finished, and the base stays before it meanwhile.
 *
 * All times are the service's, from its answers: the clock of the machine that follows may be wrong.
 */
export async function* followFeed(
  fetchPage: (after: string | undefined) => Promise<FeedPage>,
  { after, seen = [], signal, pollMs = POLL_MS, sleep = (ms) => pause(ms, signal) }: FollowOptions = {},
): AsyncGenerator<Followed, void, undefined> {
  const known = new KnownIds(seen);
  let base = after;
  while (!signal?.aborted) {
    let from = base;
    let isWaiting = false;
    let hasYielded = false;
    let page = await fetchPage(from);
    const startedMs = page.serviceMs;
    known.beginRound(startedMs);
    for (;;) {
      const { items, after: next, lookedToMs = startedMs } = page;
      const isSettled = lookedToMs <= startedMs - UNSETTLED_MS;
      const isLate = page.serviceMs > startedMs + ROUND_MS;
      if (isLate && hasYielded && !isSettled) break;
      for (const event of items) {
        if (!isWaiting && (isSettled || !isLate)) base = event.cursor;
        const isPassedBy = isUnfinished(event, startedMs);
        isWaiting ||= isPassedBy;
        if (isPassedBy || known.meet(event)) continue;
        hasYielded = true;
        // Of here: a caller that takes several at once may ask when later ones were met and are not handled.
        const place = known.place;
        yield { event, cursor: base ?? event.cursor, seen: () => known.upTo(place) };
        if (signal?.aborted) return;
      }
      if (next === undefined || next === from) break;
      from = next;
      if (!isWaiting && isSettled) base = from;
      if (lookedToMs <= startedMs - MOVED_MS) known.leaveBehind(items);
      page = await fetchPage(from);
    }
    known.forgetOld();
    if (!signal?.aborted) await sleep(pollMs);
  }
}

const isUnfinished = ({ applied, receivedAt }: FedEvent, nowMs: number): boolean =>
  applied === null && Date.parse(receivedAt) > nowMs - UNFINISHED_MS;

/** An event that is not finished yet becomes another one later, at a new place. */
const keyOf = ({ id, applied }: FedEvent): string => (applied === null ? `${id} ${applied}` : id);

/** What was met, each with its place in the order of first meetings and the beginning of the last round that met it. */
class KnownIds {
  readonly #met: Map<string, { place: number; roundMs: number }>;
  place = 0;
  #roundMs = 0;
  #previousMs = 0;

  /** The service's time is known from the first round on. */
  constructor(ids: readonly string[]) {
    this.#met = new Map(ids.map((id) => [id, { place: 0, roundMs: Number.POSITIVE_INFINITY }]));
  }

  beginRound(startedMs: number): void {
    this.#previousMs = this.#roundMs === 0 ? startedMs : this.#roundMs;
    this.#roundMs = startedMs;
    for (const met of this.#met.values())
      if (met.roundMs === Number.POSITIVE_INFINITY) met.roundMs = startedMs;
  }

  meet(event: FedEvent): boolean {
    const key = keyOf(event);
    const known = this.#met.get(key);
    this.#met.set(key, { place: known?.place ?? ++this.place, roundMs: this.#roundMs });
    return known !== undefined;
  }

  upTo(place: number): string[] {
    return [...this.#met].flatMap(([id, met]) => (met.place <= place ? [id] : []));
  }

  leaveBehind(items: readonly FedEvent[]): void {
    for (const event of items) this.#met.delete(keyOf(event));
  }

  /** An index may show less than a moment ago, so an id is kept for a while. */
  forgetOld(): void {
    const before = Math.min(this.#previousMs, this.#roundMs - UNSETTLED_MS);
    for (const [id, { roundMs }] of this.#met) if (roundMs < before) this.#met.delete(id);
  }
}
