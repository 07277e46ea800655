import { beforeEach, expect, it } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import type { EventRecord } from "../../../shared/ledger/event-record.ts";
import { eventKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The end of an event that the service makes itself: nothing of it is applied, and its record says about what it was. */
const world = new FakeWorld();
world.enter();
const { finishOwnEvent } = await import("../../../shared/flows/deliveries/finish-event.ts");

const KEY = eventKey("evt_own");
const stored = () => world.table.peek(KEY) as unknown as EventRecord;

/** Recorded, and no further. */
function record(delivery: DeliveryState, svcPaymentId?: string): EventRecord {
  world.putEvent({ eventId: "evt_own", merchantId: "mer_1" }, { delivery, receivedAt: world.now - 1000 });
  world.table.update(KEY, { UpdateExpression: "REMOVE finishedAt, enqueuedAt, applied" });
  if (svcPaymentId)
    world.table.update(KEY, {
      UpdateExpression: "SET svcPaymentId = :payment",
      ExpressionAttributeValues: { ":payment": svcPaymentId },
    });
  return stored();
}

beforeEach(() => {
  world.callbacks.length = 0;
  world.putMerchant("mer_1");
});

it("an event of our own about a payment leaves it unchanged, and a test event is about none", async () => {
  await finishOwnEvent(record("pending", "svcpay_1"), world.now);
  expect(stored()).toMatchObject({ applied: "unchanged", finishedAt: world.now });
  await finishOwnEvent(record("pending"), world.now);
  expect(stored()).toMatchObject({ applied: "not_about_a_payment", finishedAt: world.now });
});

it("an event of our own that is to be sent is in the queue and noted as queued", async () => {
  await finishOwnEvent(record("pending"), world.now);
  expect(world.callbacks).toMatchObject([{ eventId: "evt_own", deliveryRound: 1 }]);
  expect(stored()).toMatchObject({ delivery: "pending", enqueuedAt: world.now });
});

it("an event of our own that nobody wants is finished, and neither sent nor noted as queued", async () => {
  await finishOwnEvent(record("none"), world.now);
  expect(world.callbacks).toEqual([]);
  expect(stored()).toMatchObject({ delivery: "none", finishedAt: world.now });
  expect(stored().enqueuedAt).toBeUndefined();
});

it("an event of our own that was recorded as held is sent where the endpoint is enabled by now, and stays held where it is not", async () => {
  const setDisabled = (disabled: boolean) =>
    world.table.update(merchantKey("mer_1"), {
      UpdateExpression: "SET callback.disabled = :disabled",
      ExpressionAttributeValues: { ":disabled": disabled },
    });
  setDisabled(true);
  await finishOwnEvent(record("held"), world.now);
  expect(stored()).toMatchObject({ delivery: "held", generation: 1, finishedAt: world.now });
  expect(world.callbacks).toEqual([]);
  setDisabled(false);
  await finishOwnEvent(record("held"), world.now);
  expect(stored()).toMatchObject({ delivery: "pending", generation: 2 });
  expect(world.callbacks).toMatchObject([{ eventId: "evt_own", deliveryRound: 2 }]);
});
