import { beforeEach, expect, it } from "vitest";
import type { EventRecord } from "../../../shared/ledger/event-record.ts";
import { eventKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/** Writes that close or empty an event, made by a function that has read it before it was opened again. */
const world = new FakeWorld();
world.enter();
const { takeOffTheList } = await import("../../../shared/ledger/event-writes.ts");
const { startDeliveryRound } = await import("../../../shared/ledger/events.ts");
const { eraseEvent } = await import("../../../shared/ledger/erasure.ts");

const KEY = eventKey("evt_1");
const stored = () => world.table.peek(KEY) as unknown as EventRecord;

beforeEach(() =>
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "dead", receivedAt: world.now }),
);

it("an event that was sent again stays on the due list, though a slow function still thinks it dead", async () => {
  const read = stored();
  await startDeliveryRound(read, world.now);
  await takeOffTheList(read);
  expect(stored()).toMatchObject({ delivery: "pending", generation: 2, dueSort: expect.any(String) });
});

it("an event that died again in its next generation stays on the due list too", async () => {
  const read = stored();
  await startDeliveryRound(read, world.now);
  world.table.update(KEY, {
    UpdateExpression: "SET delivery = :dead",
    ExpressionAttributeValues: { ":dead": "dead" },
  });
  await takeOffTheList(read);
  expect(stored().dueSort).toBeDefined();
});

it("erasure leaves an event its bytes that was never applied: they are all that the ledger knows of it", async () => {
  const { body } = stored();
  world.table.update(KEY, { UpdateExpression: "REMOVE finishedAt" });
  expect(await eraseEvent(stored(), world.now)).toBe("not_finished");
  expect(stored().body).toEqual(body);
  world.table.update(KEY, {
    UpdateExpression: "SET finishedAt = :at",
    ExpressionAttributeValues: { ":at": world.now },
  });
  expect(await eraseEvent(stored(), world.now)).toBe("erased");
  expect(stored().body).not.toEqual(body);
});
