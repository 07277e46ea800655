import { expect, it, vi } from "vitest";
import type { EventWindow } from "../../../shared/ledger/event-lists.ts";
import { pack } from "../../../shared/ledger/table.ts";
import { dayWork } from "../../support/day-work.ts";

/** What a day's statement counts of its events. */
const MIDNIGHT = Date.UTC(2026, 0, 5);
const HOUR_MS = 3_600_000;

type Event = { place: number; createdMs: number; amount: number; currency: string };
let events: Event[] = [];
let asked: EventWindow[] = [];

vi.doMock("../../../shared/ledger/event-lists.ts", () => ({
  listEventsInWindow: async (window: EventWindow, limit: number) => {
    asked.push(window);
    const end = Number(window.before ?? window.untilMs);
    const own = events.filter(({ place }) => place >= window.sinceMs && place < end);
    const items = own.sort((one, other) => other.place - one.place).slice(0, limit);
    return { items: items.map(recordOf), ...(own.length > limit && { next: String(items.at(-1)?.place) }) };
  },
}));

const recordOf = ({ place, createdMs, amount, currency }: Event) => ({
  ...{ type: "payment_intent.succeeded", applied: "applied", receivedAt: place },
  body: pack(
    Buffer.from(
      JSON.stringify({
        created: createdMs / 1000,
        data: { object: { currency, amount_received: amount } },
      }),
    ),
  ),
});

const sale = (createdMs: number, currency = "usd", place = createdMs): Event => ({
  ...{ place, createdMs, amount: 100, currency },
});

const { countDayEvents } = await import("../../../shared/flows/statements/count-day-events.ts");

async function count(work = dayWork()) {
  asked = [];
  let pages = 0;
  for await (const _ of countDayEvents(work)) pages++;
  return { work, pages };
}

it("a day's sales are those that were paid on it, by currency, also where the event came after midnight", async () => {
  events = [
    sale(MIDNIGHT - 1000, "eur", MIDNIGHT + 5 * HOUR_MS),
    sale(MIDNIGHT - 1000, "jpy"),
    sale(MIDNIGHT - 24 * HOUR_MS),
    sale(MIDNIGHT),
    sale(MIDNIGHT - 25 * HOUR_MS, "usd", MIDNIGHT - 1000),
  ];
  const { work } = await count();
  const one = { payments: 1, grossCents: 100, refundsCents: 0, disputesCents: 0 };
  expect(work.activity.sales).toEqual({ eur: one, jpy: one, usd: one });
});

it("a statement that is made later counts what the processor has sent within three days", async () => {
  events = [
    sale(MIDNIGHT - 1000, "eur", MIDNIGHT + 71 * HOUR_MS),
    sale(MIDNIGHT - 1000, "usd", MIDNIGHT + 73 * HOUR_MS),
  ];
  const { work } = await count(dayWork({ at: MIDNIGHT + 100 * HOUR_MS }));
  expect(Object.keys(work.activity.sales)).toEqual(["eur"]);
});

it("goes on where a run before it has stopped, and counts nothing twice", async () => {
  events = Array.from({ length: 450 }, (_, nth) => sale(MIDNIGHT - 10 * HOUR_MS + nth * 1000));
  const work = dayWork();
  const pages = countDayEvents(work);
  await pages.next();
  expect(work.activity.sales.usd?.payments).toBe(200);
  const again = await count({ ...work, cursor: structuredClone(work.cursor) });
  expect([again.pages, again.work.activity.sales.usd?.payments]).toEqual([2, 450]);
  expect((await count(again.work)).pages).toBe(0);
});

it("nothing is counted of a day whose events may be gone", async () => {
  events = [sale(MIDNIGHT - 1000)];
  const { work } = await count(dayWork({ at: MIDNIGHT + 90 * 24 * HOUR_MS }));
  expect([asked, work.activity.sales]).toEqual([[], {}]);
});
