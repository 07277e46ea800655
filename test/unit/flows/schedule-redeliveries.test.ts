import { expect, it } from "vitest";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Deliveries that are put on the due list to be sent again. */
const world = new FakeWorld().enter();
const { scheduleRedeliveries } = await import("../../../shared/flows/callbacks/schedule-redeliveries.ts");
const { timeOf } = await import("../../../shared/ledger/due.ts");

const read = (eventId: string) => world.deliveryOf(eventId) as unknown as DeliveryRecord;
const record = (eventId: string, given: Partial<DeliveryRecord> = {}): DeliveryRecord => {
  world.putEvent({ eventId, merchantId: "mer_1" }, { delivery: "dead", receivedAt: world.now });
  world.table.put({ ...read(eventId), ...given }, {});
  return read(eventId);
};
const dueOf = (eventId: string) => timeOf({ dueSort: String(read(eventId).dueSort) }) - world.now;
const schedule = (deliveries: DeliveryRecord[]) => {
  let nth = 0;
  return scheduleRedeliveries(deliveries, world.now, () => world.now + 1000 * ++nth);
};

it("each delivery is due at its own time, and has its message for then", async () => {
  const dead = ["evt_1", "evt_2"].map((eventId) => record(eventId));
  expect(await schedule(dead)).toBe(2);
  expect(["evt_1", "evt_2"].map(dueOf)).toEqual([1000, 2000]);
  expect(read("evt_1")).toMatchObject({ delivery: "pending", deliveryRound: 2 });
  const messages = world.callbacks.map(({ eventId, endpointId, deliveryRound, visibleAt }) => [
    ...[eventId, endpointId, deliveryRound, visibleAt - world.now],
  ]);
  expect(messages).toEqual([
    ["evt_1", ENDPOINT_ID, 2, 1000],
    ["evt_2", ENDPOINT_ID, 2, 2000],
  ]);
});

it("what is due after the next sweep has no message yet: that sweep sends it", async () => {
  expect(await scheduleRedeliveries([record("evt_9")], world.now, () => world.now + 60_000)).toBe(1);
  expect(world.messages.has("evt_9")).toBe(false);
});

it("what is on its way by now is left alone, and not counted", async () => {
  const dead = record("evt_1");
  record("evt_1", { delivery: "pending", deliveryRound: 2, roundStartedAt: world.now - 1 });
  expect(await schedule([dead])).toBe(0);
  expect(read("evt_1")).toMatchObject({ deliveryRound: 2 });
});
