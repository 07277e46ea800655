import { getEventListeners } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { type FeedPage, type FollowOptions, followFeed } from "../../../shared/client/follow.ts";
import { LaggingFeed, type WrittenEvent } from "../../support/lagging-feed.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const START_MS = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Written = {
  count: number;
  fromMs: number;
  toMs: number;
  maxLagMs: number;
  /** How many of them are applied late; none unless told. */
  unfinished?: number;
};

const written = (
  random: () => number,
  { count, fromMs, toMs, maxLagMs, unfinished = 0 }: Written,
): WrittenEvent[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `evt_${number}`,
    type: random() < 0.1 ? "rare" : "usual",
    writtenMs: Math.floor(fromMs + random() * (toMs - fromMs)),
    lagMs: random() < 0.5 ? maxLagMs : Math.floor(random() * maxLagMs),
    flickers: random() < 0.3,
    ...(random() < unfinished && { appliedAfterMs: Math.floor(random() * 29 * MINUTE_MS) }),
  }));

const oneAt = (id: string, writtenMs: number) => ({
  id,
  type: "usual",
  writtenMs,
  lagMs: 0,
  flickers: false,
});

type Reader = {
  pollMs: number;
  untilMs: number;
  type?: string;
  /** How long the receiver works on an event. */
  workMs?: () => number;
  /** After how many events the process dies; for ever unless told. */
  lifetime?: () => number;
  /** For how long it is dead. */
  downMs?: () => number;
  /** What it has kept over its death. */
  keeps?: "cursor and ids" | "cursor";
  /** What it does with an event; unless told it expects it to be applied. */
  see?: (event: { id: string; applied: string | null }) => unknown;
  /** How far its own clock is ahead of the service's. */
  skewMs?: number;
};

afterEach(() => vi.restoreAllMocks());

/** What a process has seen that follows the feed at its own pace and may die in between, in virtual time. */
async function seenBy(feed: LaggingFeed, reader: Reader): Promise<string[]> {
  const { pollMs, untilMs, type, workMs = () => 0, lifetime = () => Number.POSITIVE_INFINITY } = reader;
  const ids: string[] = [];
  let now = START_MS;
  let kept: Pick<FollowOptions, "after" | "seen"> = {};
  vi.spyOn(Date, "now").mockImplementation(() => now + (reader.skewMs ?? 0));
  while (now < untilMs) {
    const stop = new AbortController();
    const fetchPage = async (after: string | undefined) => {
      now += 40;
      if (now > untilMs) stop.abort();
      return feed.page(now, after, type);
    };
    const sleep = async (ms: number) => {
      now += ms;
    };
    let left = lifetime();
    const options = { ...kept, pollMs, sleep, signal: stop.signal };
    for await (const { event, cursor, seen } of followFeed(fetchPage, options)) {
      ids.push(event.id);
      if (reader.see) reader.see(event);
      else expect(event.applied).toBe("applied");
      now += workMs();
      kept = { after: cursor, ...(reader.keeps !== "cursor" && { seen: seen() }) };
      if (--left <= 0) break;
    }
    now += reader.downMs?.() ?? 0;
  }
  return ids;
}

const expectEachOnce = (ids: string[], events: WrittenEvent[]) =>
  expect([...ids].sort()).toEqual(events.map(({ id }) => id).sort());

it("whatever the index lags by, up to ten minutes, however late an event is applied, and whenever the process dies, it sees each event once, applied, and none too few", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const between = (low: number, high: number) => low + Math.floor(random() * (high - low));
    const maxLagMs = random() < 0.5 ? 10 * MINUTE_MS : between(0, 10 * MINUTE_MS);
    const toMs = START_MS + between(5, 90) * MINUTE_MS;
    const events = written(random, {
      count: between(20, 200),
      fromMs: START_MS - between(0, 3) * 60 * MINUTE_MS,
      toMs,
      maxLagMs,
      unfinished: random() < 0.5 ? 0 : random() * 0.3,
    });
    const type = random() < 0.5 ? "rare" : undefined;
    const feed = new LaggingFeed(events, { random, limit: between(5, 40) });
    const isSlow = random() < 0.3;
    const ids = await seenBy(feed, {
      pollMs: (random() < 0.5 ? between(20, 100) : between(60, 1200)) * 1000,
      // Late enough for the slowest.
      untilMs: toMs + 600 * MINUTE_MS,
      workMs: () => (isSlow ? between(0, 3 * MINUTE_MS) : 0),
      lifetime: () => between(1, 60),
      downMs: () => (random() < 0.3 ? between(0, 30 * MINUTE_MS) : 1000),
      ...(type && { type }),
    });
    const expected = events.filter((event) => !type || event.type === type);
    expect([seed, [...ids].sort()]).toEqual([seed, expected.map(({ id }) => id).sort()]);
  }
});

it.each([70, -70])("a clock that is %d minutes ahead of the service's costs no event", async (minutes) => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = seededRandom(seed);
    const events = written(random, {
      ...{ count: 200, fromMs: START_MS, toMs: START_MS + 30 * MINUTE_MS },
      ...{ maxLagMs: 5 * MINUTE_MS, unfinished: 0.2 },
    });
    const feed = new LaggingFeed(events, { random, limit: 40 });
    const reader = { pollMs: 20_000, untilMs: START_MS + 180 * MINUTE_MS, skewMs: minutes * MINUTE_MS };
    expectEachOnce(await seenBy(feed, reader), events);
  }
});

it("an event that is never applied holds back no other, and is seen after half an hour as it is", async () => {
  const random = seededRandom(28);
  const stuck = { ...oneAt("evt_1", START_MS + MINUTE_MS), appliedAfterMs: Number.POSITIVE_INFINITY };
  const other = { ...oneAt("evt_2", START_MS + 2 * MINUTE_MS), appliedAfterMs: 0 };
  const feed = new LaggingFeed([stuck, other], { random, limit: 100 });
  const stop = new AbortController();
  let now = START_MS;
  const seen: [id: string, minute: number][] = [];
  const sleep = async (ms: number) => {
    now += ms;
    if (now > START_MS + 60 * MINUTE_MS) stop.abort();
  };
  const options = { sleep, signal: stop.signal, pollMs: MINUTE_MS };
  for await (const { event } of followFeed(async (after) => feed.page(now, after), options))
    seen.push([event.id, (now - START_MS) / MINUTE_MS]);
  expect(seen).toEqual([
    [other.id, 4],
    [stuck.id, 31],
  ]);
});

it("an event that could not be applied keeps its place, and is seen once, also where it is applied after that", async () => {
  const stop = new AbortController();
  const receivedAt = new Date(START_MS).toISOString();
  let polls = 0;
  const fetchPage = async (): Promise<FeedPage> => {
    if (++polls === 4) stop.abort();
    const applied = polls > 2 ? "applied" : "out_of_reach";
    const items = [{ id: "evt_1", applied, receivedAt, cursor: "1" }] as FeedPage["items"];
    return { items, after: undefined, serviceMs: START_MS + polls * MINUTE_MS };
  };
  const seen: string[] = [];
  const options = { sleep: async () => {}, signal: stop.signal };
  for await (const { event } of followFeed(fetchPage, options)) seen.push(`${event.id} ${event.applied}`);
  expect(seen).toEqual(["evt_1 out_of_reach"]);
});

it.each(["cursor and ids", "cursor"] as const)(
  "an event that is applied after more than half an hour comes again, applied, also after a death that keeps the %s",
  async (keeps) => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const between = (low: number, high: number) => low + Math.floor(random() * (high - low));
      const events = written(random, {
        count: 60,
        fromMs: START_MS,
        toMs: START_MS + 60 * MINUTE_MS,
        maxLagMs: between(0, 10) * MINUTE_MS,
      }).map((event) =>
        random() < 0.3 ? { ...event, appliedAfterMs: between(31, 180) * MINUTE_MS } : event,
      );
      const feed = new LaggingFeed(events, { random, limit: between(5, 40) });
      const applied = new Set<string>();
      await seenBy(feed, {
        pollMs: between(5, 600) * 1000,
        untilMs: START_MS + 600 * MINUTE_MS,
        lifetime: () => between(1, 60),
        // A process that died and is back at once would read the same page a hundred thousand times in these ten hours.
        downMs: () => 10_000,
        keeps,
        see: (event) => event.applied !== null && applied.add(event.id),
      });
      expect([seed, [...applied].sort()]).toEqual([seed, events.map(({ id }) => id).sort()]);
    }
  },
);

it.each([1, 2, 3, 4, 5])(
  "a job that runs ten times for five seconds and keeps the cursor of its last event misses nothing, and what comes twice is of the last eleven minutes (seed %d)",
  async (seed) => {
    const random = seededRandom(seed);
    const maxLagMs = seed % 2 ? 9 * MINUTE_MS : 1000;
    // More than one page of old events, so that a run ends before it has read them all.
    const old = { count: 300, fromMs: START_MS - 80 * DAY_MS, toMs: START_MS - MINUTE_MS, maxLagMs };
    const fresh = { count: 120, fromMs: START_MS, toMs: START_MS + 100 * MINUTE_MS, maxLagMs };
    const events = [
      ...written(random, old),
      ...written(random, fresh).map((e) => ({ ...e, id: `${e.id}b` })),
    ];
    const feed = new LaggingFeed(events, { random, limit: 100 });
    const seenAt = new Map<string, number[]>();
    let now = START_MS;
    let after: string | undefined;
    for (let run = 1; run <= 10; run++) {
      now = START_MS + run * 12 * MINUTE_MS;
      const endMs = now + 5_000;
      const stop = new AbortController();
      const pass = (ms: number) => {
        now += ms;
        if (now >= endMs) stop.abort();
      };
      const fetchPage = async (from: string | undefined) => {
        pass(40);
        return feed.page(now, from);
      };
      const sleep = async (ms: number) => pass(ms);
      for await (const { event, cursor } of followFeed(fetchPage, {
        ...(after && { after }),
        sleep,
        signal: stop.signal,
      })) {
        seenAt.set(event.id, [...(seenAt.get(event.id) ?? []), now]);
        after = cursor;
        pass(40);
      }
      expect(after).toBeDefined();
    }
    const settled = events.filter(({ writtenMs, lagMs }) => writtenMs + lagMs + MINUTE_MS < now - 5_000);
    expect(settled.filter(({ id }) => !seenAt.has(id))).toEqual([]);
    expect(settled.length).toBeGreaterThan(400);
    const again = events.filter(({ id }) => (seenAt.get(id)?.length ?? 0) > 1);
    const isRecent = ({ id, writtenMs }: WrittenEvent) =>
      (seenAt.get(id)?.[0] ?? 0) - writtenMs <= 11 * MINUTE_MS + 5_000;
    expect(again.filter((event) => !isRecent(event))).toEqual([]);
  },
);

it("a job that is slower than its feed still moves on, event by event, with the cursor alone", async () => {
  const random = seededRandom(31);
  const events = written(random, {
    ...{ count: 250, fromMs: START_MS - 60 * DAY_MS, toMs: START_MS - DAY_MS, maxLagMs: 0 },
  });
  const feed = new LaggingFeed(events, { random, limit: 100 });
  const ids = await seenBy(feed, {
    ...{ pollMs: 5000, untilMs: START_MS + 10 * MINUTE_MS, keeps: "cursor" },
    lifetime: () => 10,
  });
  expectEachOnce(ids, events);
});

it.each([
  ["all events", undefined],
  ["the events of a type that hardly ever comes", "never"],
])("a follower of %s reads 90 days of history once, and then the last minutes alone", async (_, type) => {
  const random = seededRandom(26);
  const events = written(random, {
    count: 5000,
    fromMs: START_MS - 90 * DAY_MS,
    toMs: START_MS,
    maxLagMs: 1000,
  });
  const feed = new LaggingFeed(events, { random, limit: 100 });
  const ids = await seenBy(feed, {
    pollMs: 5000,
    untilMs: START_MS + 5 * MINUTE_MS,
    ...(type && { type }),
  });
  expect(ids).toHaveLength(type ? 0 : 5000);
  const polls = (5 * MINUTE_MS) / 5000;
  expect(feed.reads).toBeLessThan(5000 / 100 + polls * 3);
});

it("what a process has to keep is the ids of the last minutes, however much it has read", async () => {
  const random = seededRandom(27);
  const fromMs = START_MS - 90 * DAY_MS;
  const old = written(random, { count: 3000, fromMs, toMs: START_MS - DAY_MS, maxLagMs: 1000 });
  const recent = oneAt("evt_recent", START_MS - 2 * MINUTE_MS);
  const feed = new LaggingFeed([...old, recent], { random, limit: 100 });
  let kept: string[] = [];
  for await (const { event, seen } of followFeed(async (after) => feed.page(START_MS, after))) {
    kept = seen();
    expect(kept.length).toBeLessThanOrEqual(100);
    if (event.id === recent.id) break;
  }
  expect(kept).toContain(recent.id);
});

it("what has been seen at an event names none that came after it, however late it is asked", async () => {
  const events = ["evt_1", "evt_2", "evt_3"].map((id, nth) => oneAt(id, START_MS - 5 * MINUTE_MS + nth));
  const feed = new LaggingFeed(events, { random: seededRandom(1), limit: 100 });
  const followed = followFeed(async (after) => feed.page(START_MS, after));
  const taken = [await followed.next(), await followed.next(), await followed.next()];
  expect(taken.map(({ value }) => value?.seen())).toEqual([
    ["evt_1"],
    ["evt_1", "evt_2"],
    ["evt_1", "evt_2", "evt_3"],
  ]);
});

it("who does not say how often looks for new events every five seconds", async () => {
  const stop = new AbortController();
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    if (pauses.push(ms) === 2) stop.abort();
  };
  const fetchPage = async () => ({ items: [], after: undefined, serviceMs: START_MS });
  for await (const followed of followFeed(fetchPage, { sleep, signal: stop.signal }))
    expect(followed).toBe(undefined);
  expect(pauses).toEqual([5_000, 5_000]);
});

it("following for long leaves nothing behind on the signal that stops it", async () => {
  const stop = new AbortController();
  let [polls, most] = [0, 0];
  const fetchPage = async () => {
    if (++polls === 50) stop.abort();
    most = Math.max(most, getEventListeners(stop.signal, "abort").length);
    return { items: [], after: undefined, serviceMs: Date.now() };
  };
  for await (const _ of followFeed(fetchPage, { signal: stop.signal, pollMs: 1 })) void _;
  expect(most).toBeLessThanOrEqual(1);
});
