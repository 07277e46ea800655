import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { deliveryKey, dueAt, eventKey, type Key } from "../../../shared/ledger/table.ts";
import { endpointIdOf, eventItem } from "../../support/event-item.ts";
import { FakeWorld, MINUTE_MS, SECOND_MS } from "../../support/fake-world.ts";

/*
 * 2 000 due entries at once, and an index that is 10 s behind. Sweep and delivery are the real flows; the ledger is in
 * memory, which costs a thousandth of an embedded one, and lets an index lag on purpose.
 */
const DUE = 2_000;
const MERCHANTS = ["mer_1", "mer_2", "mer_3", "mer_4"];

const world = new FakeWorld().enter();

let put: (event: { eventId: string; merchantId: string }, dueAt: number) => void;
let dueOf: (key: Key) => object;
let sweep: () => Promise<unknown>;
let deliver: () => Promise<void>;

beforeAll(async () => {
  const flows = await Promise.all([
    import("../../../shared/flows/recovery/sweep.ts"),
    import("../../../shared/flows/callbacks/deliver-event.ts"),
  ]);
  dueOf = (key) => dueAt(key, world.now);
  put = (event, at) => {
    const due = dueAt(deliveryKey(event.eventId, endpointIdOf(event.merchantId)), at);
    world.putEvent(event, { delivery: "pending", receivedAt: world.now, due });
  };
  const now = () => world.now;
  const sources = { now, signatureSeconds: () => 1, jitter: 0 };
  sweep = () => flows[0].sweep({ now, endsAt: world.now + 50 * SECOND_MS });
  deliver = async () => {
    for (const message of world.takeCallbacks())
      await flows[1].deliverEvent(message, { ...sources, token: randomUUID() });
  };
  for (const merchantId of MERCHANTS) world.putMerchant(merchantId);
});

let eventIds: string[];

beforeEach(() => {
  world.indexLagMs = 0;
  world.isKilled = () => false;
  eventIds = Array.from({ length: DUE }, (_, index) => {
    const eventId = `evt_${randomUUID().replaceAll("-", "")}`;
    const merchantId = String(MERCHANTS[index % MERCHANTS.length]);
    put({ eventId, merchantId }, world.now - index);
    return eventId;
  });
});

const countsOf = (counted: Map<string, number>) => new Set(eventIds.map((id) => counted.get(id) ?? 0));
const isOnTheList = (eventId: string) => world.deliveryOf(eventId).dueSort !== undefined;
const stepsOf = () => new Set(eventIds.map((eventId) => world.deliveryOf(eventId).dueStep));

/** The schedule and the queue, minute by minute, until everything is delivered. */
async function passTime(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    world.now += MINUTE_MS;
    await sweep();
    await deliver();
  }
}

it("47: one sweep sends each entry once, spread over seconds, and moves it once; each event arrives once", async () => {
  await sweep();
  expect(countsOf(world.messages)).toEqual(new Set([1]));
  expect(stepsOf()).toEqual(new Set([1]));
  const ofOne = world.callbacks.filter(({ merchantId }) => merchantId === MERCHANTS[0]);
  const perSecond = Map.groupBy(ofOne, ({ visibleAt }) => visibleAt);
  expect(new Set([...perSecond.values()].map(({ length }) => length))).toEqual(new Set([25]));
  await passTime(5);
  expect(countsOf(world.posts)).toEqual(new Set([1]));
  expect(countsOf(world.messages)).toEqual(new Set([1]));
  expect(eventIds.filter(isOnTheList)).toEqual([]);
});

it("23: an index that is 10 s behind shows entries late and for too long: nothing is sent twice, nothing left out", async () => {
  world.indexLagMs = 10 * SECOND_MS;
  for (const eventId of eventIds.slice(0, DUE / 2)) {
    // Put on the list a moment ago: the index does not know it yet.
    const { merchantId } = world.eventOf(eventId) as { merchantId: string };
    put({ eventId, merchantId }, world.now - 1);
  }
  await sweep();
  await deliver();
  // Still in the index where they stood, though they were moved or closed since.
  for (const _ of [1, 2]) {
    world.now += 4 * SECOND_MS;
    await sweep();
    await deliver();
  }
  expect(Math.max(...countsOf(world.messages))).toBe(1);
  await passTime(5);
  expect(countsOf(world.messages)).toEqual(new Set([1]));
  expect(countsOf(world.posts)).toEqual(new Set([1]));
  expect(eventIds.filter(isOnTheList)).toEqual([]);
});

const FLOOD = 5_000;
const idOf = (nth: number) => `evt_flood${nth}`;
const unfinished = (eventId: string, merchantId: string) => {
  const stored = { delivery: "none", receivedAt: world.now } as const;
  const { finishedAt: _, ...event } = eventItem({ eventId, merchantId }, stored);
  world.table.put({ ...event, ...dueOf(eventKey(eventId)) }, {});
};
const secondsOf = (merchantId: string) =>
  world.visits.filter((visit) => visit.merchantId === merchantId).map(({ delaySeconds = 0 }) => delaySeconds);

it("66: beside a merchant's 5,000 due visits another's one is sent at once, and the processor hears five a second of the first, until all were sent once", async () => {
  await passTime(5);
  for (let nth = 0; nth < FLOOD; nth++) unfinished(idOf(nth), "mer_1");
  unfinished("evt_other", "mer_2");
  const sent = new Map<string, number>();
  for (let minute = 0; minute < Math.ceil(FLOOD / 300); minute++) {
    world.visits.length = 0;
    await sweep();
    if (minute === 0) expect(secondsOf("mer_2")).toEqual([0]);
    const perSecond = Map.groupBy(secondsOf("mer_1"), (seconds) => seconds);
    expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThanOrEqual(5);
    expect(Math.max(...perSecond.keys())).toBeLessThan(60);
    for (const { pk } of world.visits) {
      sent.set(pk, (sent.get(pk) ?? 0) + 1);
      // Its visit has closed it.
      world.table.update(
        { pk, sk: "EVENT" },
        { UpdateExpression: "REMOVE dueSort, dueShard, dueStep SET finishedAt = receivedAt" },
      );
    }
    world.now += MINUTE_MS;
  }
  expect(sent.size).toBe(FLOOD + 1);
  expect(new Set(sent.values())).toEqual(new Set([1]));
});
