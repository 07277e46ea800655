import { expect, it } from "vitest";
import { type FeedPage, followFeed } from "../../../shared/client/follow.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const START_MS = Date.UTC(2026, 6, 1);
const COUNT = 2000;
const LAG_MS = 10_000;
const PAGE = 100;

/** A feed whose events are written over ten minutes, each of which its index shows up to 10 s late, in any order. */
function laggingFeed(seed: number) {
  const random = seededRandom(seed);
  const events = Array.from({ length: COUNT }, (_, number) => {
    const writtenMs = START_MS + Math.floor(random() * 600_000);
    const sort = `${writtenMs}#${String(number).padStart(5, "0")}`;
    return { id: `evt_${number}`, sort, writtenMs, visibleMs: writtenMs + Math.floor(random() * LAG_MS) };
  }).sort((a, b) => (a.sort < b.sort ? -1 : 1));
  return (nowMs: number, after: string | undefined): FeedPage => {
    const shown = events.filter(({ sort, visibleMs }) => visibleMs <= nowMs && sort > (after ?? ""));
    const items = shown.slice(0, PAGE).map(({ id, writtenMs }) => ({
      id,
      receivedAt: new Date(writtenMs).toISOString(),
    }));
    return { items: items as FeedPage["items"], after: shown.slice(0, PAGE).at(-1)?.sort ?? after ?? "0" };
  };
}

/** What one process sees that follows the feed at its own pace, in virtual time. */
async function seenBy(page: ReturnType<typeof laggingFeed>, pollMs: number, after?: string) {
  let now = START_MS;
  const seen: string[] = [];
  const sleep = async (ms: number) => {
    now += ms;
  };
  const stop = new AbortController();
  const fetchPage = async (from: string | undefined) => {
    now += 40;
    if (now > START_MS + 1_300_000) stop.abort();
    return page(now, from);
  };
  const options = { pollMs, nowMs: () => now, sleep, signal: stop.signal, ...(after && { after }) };
  for await (const { event } of followFeed(fetchPage, options)) seen.push(event.id);
  return seen;
}

it("two processes that follow a feed whose index lags by up to 10 s both see each of 2000 events exactly once", async () => {
  const page = laggingFeed(24);
  for (const pollMs of [700, 5000]) {
    const seen = await seenBy(page, pollMs);
    expect(new Set(seen).size).toBe(COUNT);
    expect(seen).toHaveLength(COUNT);
  }
});

it("a follower of one event a minute sees each once, though the page that it reads again reaches back for hours", async () => {
  const events = Array.from({ length: 90 }, (_, number) => ({
    id: `evt_${number}`,
    sort: String(START_MS + number * 60_000),
    receivedAt: new Date(START_MS + number * 60_000).toISOString(),
  }));
  let now = START_MS;
  const stop = new AbortController();
  const fetchPage = async (after: string | undefined): Promise<FeedPage> => {
    const shown = events.filter(({ sort }) => Number(sort) <= now && sort > (after ?? "")).slice(0, PAGE);
    return { items: shown as unknown as FeedPage["items"], after: shown.at(-1)?.sort ?? after };
  };
  const sleep = async () => {
    now += 60_000;
    if (now > START_MS + 100 * 60_000) stop.abort();
  };
  const seen: string[] = [];
  for await (const { event } of followFeed(fetchPage, { nowMs: () => now, sleep, signal: stop.signal }))
    seen.push(event.id);
  expect(seen).toEqual(events.map(({ id }) => id));
});

it("a follower that goes on from its cursor after a restart misses nothing", async () => {
  const page = laggingFeed(25);
  const before: string[] = [];
  let now = START_MS;
  let cursor: string | undefined;
  for await (const followed of followFeed(async (after) => page(now, after), {
    nowMs: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  })) {
    before.push(followed.event.id);
    cursor = followed.cursor;
    if (before.length === COUNT / 2) break;
  }
  const after = await seenBy(page, 1000, cursor);
  expect(new Set([...before, ...after]).size).toBe(COUNT);
});
