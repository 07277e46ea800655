import { beforeEach, expect, it, vi } from "vitest";
import { dateOf } from "../../../../shared/domain/finance/day.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../shared/domain/time.ts";
import type { CountedSpan } from "../../../../shared/ledger/event-counts.ts";
import type { EventWindow } from "../../../../shared/ledger/event-lists.ts";
import type { Merchant } from "../../../../shared/ledger/merchants.ts";

/** 17 November 2026, 12:30 in UTC. */
const NOW = Date.UTC(2026, 10, 17, 12, 30);
const HOUR = Date.UTC(2026, 10, 17, 12);

type Attempt = { at: number; milliseconds: number; error?: string };
type Event = { at: number; delivery?: string; finishedAt?: number | undefined; log?: Attempt[] };

let events: Event[];
let kept: Map<string, CountedSpan>;
let read: number;

beforeEach(() => {
  [events, kept, read] = [[], new Map(), 0];
  vi.resetModules();
  vi.doMock("../../../../shared/ledger/event-lists.ts", () => ({
    momentOf: Number,
    listEventsInWindow: async ({ sinceMs, untilMs, before }: EventWindow, limit: number) => {
      const end = Number(before ?? untilMs);
      const own = events.filter(({ at }) => at >= sinceMs && at < end).sort((a, b) => b.at - a.at);
      const items = own.slice(0, limit);
      read += items.length;
      return { items: items.map(recordOf), ...(own.length > limit && { next: String(items.at(-1)?.at) }) };
    },
  }));
  vi.doMock("../../../../shared/flows/find-deliveries.ts", () => ({
    withDeliveries: async (_: unknown, found: { delivery: string; log: object[] }[]) =>
      found.map(({ delivery, log, ...event }) => ({ event, deliveries: [{ delivery, log }] })),
  }));
  vi.doMock("../../../../shared/ledger/event-counts.ts", () => ({
    listCounts: async (_: string, kind: string, [first, last]: [string, string]) =>
      new Map(
        [...kept]
          .filter(([key]) => key >= `${kind}#${first}` && key <= `${kind}#${last}`)
          .map(([, span]) => [span.span, span]),
      ),
    saveCounts: async (_: string, kind: string, counted: CountedSpan, found: CountedSpan | undefined) => {
      const key = `${kind}#${counted.span}`;
      if (kept.get(key)?.countedAt === found?.countedAt) kept.set(key, counted);
    },
  }));
});

const recordOf = ({ delivery = "delivered", ...event }: Event) => ({
  receivedAt: event.at,
  type: "payment_intent.payment_failed",
  applied: "applied",
  declineCode: "expired_card",
  log: event.log ?? [],
  delivery,
  finishedAt: "finishedAt" in event ? event.finishedAt : 1,
});

const spread = (count: number, from: number, to: number, more: Partial<Event> = {}): Event[] =>
  Array.from({ length: count }, (_, nth) => ({
    at: from + Math.floor(((to - from) * nth) / count),
    ...more,
  }));

async function look({ at = NOW, days = 7, createdAt = NOW - 60 * DAY_MS } = {}) {
  const { countMerchantsEvents } = await import("../../../../shared/flows/console/count-events.ts");
  read = 0;
  const dates = Array.from({ length: days }, (_, nth) => dateOf(at - nth * DAY_MS));
  const {
    days: byDate,
    hours,
    countedFrom,
  } = await countMerchantsEvents({ merchantId: "mer_1", createdAt } as Merchant, dates, at);
  const counted = [...byDate.values()].reverse();
  return {
    declined: counted.map(({ activity }) => activity.declined),
    isComplete: counted.map(({ isComplete }) => isComplete),
    hours,
    countedFrom,
    read,
  };
}

it("counts every event once, and then reads only those of the last minutes", async () => {
  events = [
    ...spread(30, NOW - 6 * DAY_MS, NOW - 3 * DAY_MS),
    ...spread(20, NOW - 2 * DAY_MS, HOUR),
    ...spread(5, HOUR, NOW),
  ];
  const first = await look();
  expect(first.read).toBe(55);
  expect(first.declined.reduce((sum, count) => sum + count)).toBe(55);
  expect(first.isComplete).toEqual(Array(7).fill(true));
  const second = await look();
  expect(second.declined).toEqual(first.declined);
  expect(second.read).toBe(1);
  expect(kept.has("HOUR#2026-11-17T12")).toBe(false);
});

it("reads at most a thousand events for a look, says what is not counted yet, and goes on at the next look", async () => {
  events = [...spread(1500, HOUR - HOUR_MS, HOUR), ...spread(400, NOW - 5 * DAY_MS, NOW - 4 * DAY_MS)];
  const first = await look();
  expect(first.read).toBeLessThanOrEqual(1_000);
  expect(first.isComplete.at(-1)).toBe(false);
  expect(first.countedFrom).toBe(events[1500 - (first.declined.at(-1) ?? 0)]?.at);
  const second = await look({ at: NOW + 1 });
  expect(second.declined.at(-1)).toBeGreaterThan(first.declined.at(-1) ?? 0);
  for (let nth = 2; nth < 4; nth++) await look({ at: NOW + nth });
  const all = await look({ at: NOW + 4 });
  expect(all.isComplete).toEqual(Array(7).fill(true));
  expect(all.declined.reduce((sum, count) => sum + count)).toBe(1900);
});

it("keeps an hour five minutes after its end, without events that are not finished", async () => {
  events = spread(3, HOUR, HOUR + HOUR_MS);
  events.push({ at: HOUR + 1, finishedAt: undefined });
  await look({ at: HOUR + HOUR_MS + 4 * MINUTE_MS });
  expect(kept.has("HOUR#2026-11-17T12")).toBe(false);
  await look({ at: HOUR + HOUR_MS + 5 * MINUTE_MS });
  expect(kept.get("HOUR#2026-11-17T12")?.counts.days["2026-11-17"]?.declined).toBe(3);
});

it("counts an hour with open callbacks again every ten minutes, for 26 hours", async () => {
  events = spread(2, HOUR - HOUR_MS, HOUR, { delivery: "pending" });
  await look();
  expect((await look({ at: NOW + 9 * MINUTE_MS })).read).toBe(0);
  expect((await look({ at: NOW + 10 * MINUTE_MS })).read).toBe(2);
  expect((await look({ at: HOUR + 26 * HOUR_MS })).read).toBe(0);
  for (const event of events) event.delivery = "delivered";
  await look({ at: NOW + 20 * MINUTE_MS });
  expect(kept.get("HOUR#2026-11-17T11")?.counts.open).toBe(0);
});

it("reads only the days that are asked for, and an older day once", async () => {
  const old = HOUR - 12 * HOUR_MS - 4 * DAY_MS;
  events = spread(48, old, old + DAY_MS);
  expect((await look({ days: 2 })).read).toBe(0);
  const first = await look();
  expect([first.read, first.declined[2]]).toEqual([48, 48]);
  expect(kept.get("DAY#2026-11-13")?.counts.days["2026-11-13"]?.declined).toBe(48);
  const later = await look({ at: NOW + 2 * DAY_MS });
  expect([later.read, later.declined[0]]).toEqual([0, 48]);
});

it("leaves half of a look to the hours that are over, however busy this one is", async () => {
  events = [...spread(5000, HOUR, NOW), ...spread(400, HOUR - HOUR_MS, HOUR)];
  const { isComplete, hours } = await look({ days: 1 });
  expect(hours.map((hour) => hour.isComplete).slice(-2)).toEqual([true, false]);
  expect(isComplete).toEqual([false]);
});

it("counts a busy hour that is not over, look by look, and says since when everything is counted", async () => {
  events = spread(1500, HOUR, NOW);
  const first = await look({ days: 1 });
  expect(first.isComplete).toEqual([false]);
  expect(first.countedFrom).toBe(events[1500 - (first.declined[0] ?? 0)]?.at);
  expect(first.declined[0]).toBeGreaterThan(900);
  await look({ days: 1, at: NOW + 1 });
  const last = await look({ days: 1, at: NOW + 2 });
  expect([last.declined[0], last.isComplete[0], last.countedFrom]).toEqual([1500, true, undefined]);
  // What is kept of the hour is not read again.
  expect((await look({ days: 1, at: NOW + 3 })).read).toBe(500);
});

it("counts attempts in the hour in which they were made, also of events that came the day before", async () => {
  const failed = (at: number) => ({ at, milliseconds: 20, error: "http_503" });
  // A server that was down for a day: nothing new came, and everything failed until now.
  const log = [HOUR - 30 * HOUR_MS, HOUR - 20 * HOUR_MS, HOUR - 7 * HOUR_MS, HOUR].map(failed);
  events = [{ at: HOUR - 30 * HOUR_MS, delivery: "dead", log }];
  const { hours } = await look();
  expect(hours.map(({ attempts }) => attempts.failed).reduce((sum, count) => sum + count)).toBe(3);
  expect(hours.at(-1)?.attempts).toMatchObject({ accepted: 0, failed: 1 });
  expect(hours.map(({ attempts }) => attempts.accepted)).toEqual(Array(25).fill(0));
});

it("reads nothing of the time before the merchant was there", async () => {
  const { isComplete, hours } = await look({ createdAt: NOW - 1, days: 30 });
  expect(isComplete).toEqual(Array(30).fill(true));
  expect(hours).toHaveLength(25);
  expect(kept.size).toBe(0);
});
