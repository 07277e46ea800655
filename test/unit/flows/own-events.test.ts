import { beforeEach, expect, it } from "vitest";
import type { DeliveryRecord, EventRecord } from "../../../shared/ledger/events.ts";
import { deliveryKey, dueAt, eventKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID, eventItem } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The end of an event that the service makes itself: nothing of it is applied, and its record says about what it was. */
const world = new FakeWorld().enter();
const { finishOwnEvent } = await import("../../../shared/flows/deliveries/finish-event.ts");

const KEY = eventKey("evt_own");
const stored = () => world.table.peek(KEY) as unknown as EventRecord;

const delivery = () => world.deliveryOf("evt_own");

/** Recorded, and no further. */
function record(isTold: boolean, svcPaymentId?: string): EventRecord {
  world.table.expire(deliveryKey("evt_own", ENDPOINT_ID));
  const stored = { delivery: "none", receivedAt: world.now - 1000 } as const;
  const {
    finishedAt: _,
    applied: __,
    ...event
  } = eventItem({ eventId: "evt_own", merchantId: "mer_1" }, stored);
  const recorded = {
    ...event,
    ...dueAt(KEY, world.now),
    ...(isTold && { endpoints: [ENDPOINT_ID] }),
    ...(svcPaymentId && { svcPaymentId }),
  };
  world.table.put(recorded, {});
  return recorded;
}

beforeEach(() => {
  world.callbacks.length = 0;
  world.isKilled = () => false;
  world.putMerchant("mer_1");
});

it("an event of our own about a payment leaves it unchanged, and a test event is about none", async () => {
  await finishOwnEvent(record(true, "svcpay_1"), world.now);
  expect(stored()).toMatchObject({ applied: "unchanged", finishedAt: world.now });
  await finishOwnEvent(record(true), world.now);
  expect(stored()).toMatchObject({ applied: "not_about_a_payment", finishedAt: world.now });
  expect(stored()).not.toHaveProperty("dueSort");
});

it("an event that is to be sent has its delivery, which is on the due list, and its message", async () => {
  expect(await finishOwnEvent(record(true), world.now)).toEqual({ received: true, forwarded: true });
  expect(world.callbacks).toMatchObject([{ eventId: "evt_own", endpointId: ENDPOINT_ID, deliveryRound: 1 }]);
  expect(delivery()).toMatchObject({ delivery: "pending", attempts: 0, dueSort: expect.any(String) });
});

it("an event that nobody wants is finished, and not sent", async () => {
  expect(await finishOwnEvent(record(false), world.now)).toMatchObject({ forwarded: false });
  expect(world.callbacks).toEqual([]);
  expect(stored()).toMatchObject({ finishedAt: world.now });
});

it.each([1, 2])(
  "a function that dies before its write no. %i leaves an event that is finished by the next",
  async (nth) => {
    const event = record(true);
    await world.dieAt(nth, () => finishOwnEvent(event, world.now));
    expect(stored()).toHaveProperty("dueSort");
    expect(stored()).not.toHaveProperty("finishedAt");
    await finishOwnEvent(event, world.now + 1);
    expect(stored()).toMatchObject({ finishedAt: world.now + 1 });
    expect(delivery()).toMatchObject({ delivery: "pending", deliveryRound: 1 });
    // A second message makes no second post.
    expect(world.callbacks).toHaveLength(nth);
  },
);

it.each([1, 2, 3])(
  "96: a function that dies before its write no. %i leaves one delivery for each of two endpoints to the next",
  async (nth) => {
    const endpoints = [ENDPOINT_ID, "ep_books"];
    const event = { ...record(true), endpoints };
    world.table.put(event, {});
    const deliveries = () => endpoints.map((id) => world.table.peek(deliveryKey("evt_own", id)));
    world.table.expire(deliveryKey("evt_own", "ep_books"));
    await world.dieAt(nth, () => finishOwnEvent(event, world.now));
    expect(stored()).not.toHaveProperty("finishedAt");
    // The processor's retry and a visit, at once.
    await Promise.all([finishOwnEvent(event, world.now), finishOwnEvent(event, world.now)]);
    expect(stored()).toHaveProperty("finishedAt");
    expect(deliveries()).toMatchObject(Array(2).fill({ delivery: "pending", deliveryRound: 1 }));
  },
);

it("what has been tried already is not sent again by a call that finishes the event", async () => {
  const event = record(true);
  await finishOwnEvent(event, world.now);
  world.table.put({ ...(delivery() as unknown as DeliveryRecord), attempts: 1 }, {});
  expect(await finishOwnEvent(event, world.now)).toMatchObject({ forwarded: false });
  expect(world.callbacks).toHaveLength(1);
});
