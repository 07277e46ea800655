import { beforeAll, expect, it } from "vitest";
import { newEventsProgress } from "../../../shared/domain/events/recovery.ts";
import type { EventsWork } from "../../../shared/ledger/events-work.ts";
import { deliveryKey, eventsWorkKey, timeOfSort, timeSort } from "../../../shared/ledger/table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld, SECOND_MS } from "../../support/fake-world.ts";

/*
 * A recovery of 30 000 events of one merchant, with the real flow on a ledger in memory. Its visits die at any call,
 * and each has ten seconds: as many as it takes finish the job, and every event is begun once.
 */
const EVENTS = 30_000;
const PAGE = 100;
/** What a page costs on the clock: about 60 pages fit into a visit. */
const PAGE_MS = 150;
const VISIT_MS = 10_000;
const PER_SECOND = 25;
const MERCHANT = "mer_1";
const RECOVERY = { recoveryId: `rcv_${"0".repeat(32)}`, kind: "recover" } as const;

const world = new FakeWorld();
const START = world.now;
world.enter();

let begin: () => Promise<unknown>;
let visit: () => Promise<unknown>;

/** Newest first, every tenth of them dead, and their keys as the index has them. */
const isDead = (index: number) => index % 10 === 0;
const idOf = (index: number) => `evt_${String(index).padStart(6, "0")}`;
const ids = Array.from({ length: EVENTS }, (_, index) => idOf(index));
const timeOf = (index: number) => START - index;

beforeAll(async () => {
  const { startEventsWork } = await import("../../../shared/ledger/events-work.ts");
  const { workOnEvents } = await import("../../../shared/flows/callbacks/work-on-events.ts");
  for (const [index, eventId] of ids.entries()) {
    const delivery = isDead(index) ? "dead" : "delivered";
    world.putEvent({ eventId, merchantId: MERCHANT }, { delivery, receivedAt: timeOf(index) });
  }
  const window = { sinceMs: timeOf(EVENTS), untilMs: START + 1 };
  const progress = newEventsProgress({ ...RECOVERY, ...window, endpointIds: [endpointIdOf(MERCHANT)] });
  begin = () =>
    startEventsWork({ merchantId: MERCHANT, progress, runId: "begin", at: world.now, dueAtMs: world.now });
  visit = () => workOnEvents(recovery(), { runId: "run", now: () => world.now });
});

/** The index by endpoint, by place instead of by search. */
world.query = ({ ExpressionAttributeValues: { ":to": before } = {}, Limit = 0 }) => {
  const from = Math.max(0, START - timeOfSort(String(before)));
  const page = ids.slice(from, from + Limit);
  return page.map((eventId, offset) => ({
    ...deliveryKey(eventId, endpointIdOf(MERCHANT)),
    deliverySort: timeSort(timeOf(from + offset), eventId),
  }));
};

const recovery = () => world.table.get(eventsWorkKey(MERCHANT, "recover")) as unknown as EventsWork;

it("finishes, however its visits end, and begins every event once, at the pace", async () => {
  await begin();
  // Time passes with every read, and a visit dies at every 701st call, wherever that is.
  world.onRead = () => {
    world.now += PAGE_MS / 2;
  };
  let calls = 0;
  world.isKilled = () => ++calls % 701 === 0;
  let visits = 0;
  for (; recovery().state === "running" && visits < 1_000; visits++) await visit().catch(() => undefined);
  expect(visits).toBeGreaterThan(EVENTS / PAGE / (VISIT_MS / PAGE_MS));
  expect(recovery()).toMatchObject({
    state: "done",
    progress: { looked: EVENTS },
    version: 1 + EVENTS / PAGE,
  });
  expect(recovery().dueSort).toBeUndefined();

  const events = ids.map((eventId) => world.deliveryOf(eventId));
  const begun = events.filter(({ deliveryRound }) => deliveryRound === 2);
  expect(begun).toHaveLength(EVENTS / 10);
  expect(events.every(({ deliveryRound }, index) => deliveryRound === (isDead(index) ? 2 : 1))).toBe(true);
  const perSecond = Map.groupBy(begun, ({ dueSort }) => Math.floor(timeOfSort(String(dueSort)) / SECOND_MS));
  // A page that is done again begins where the noted pace stands: a few more in that second.
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThanOrEqual(
    2 * PER_SECOND,
  );
});
