import { beforeEach, expect, it } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* An operator's run through all dead events. */
const world = new FakeWorld().enter();
const { redeliverDeadLetters } = await import("../../../shared/flows/callbacks/redeliver-dead-letters.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");
const { findDelivery } = await import("../../../shared/ledger/attempts.ts");

let number = 0;
const change = () => ({
  ...{ at: world.now, actor: "olivia" },
  random: (size: number) => new Uint8Array(size).fill(++number),
});
const record = (eventId: string, delivery: DeliveryState, merchantId = "mer_1") =>
  world.putEvent({ eventId, merchantId }, { delivery, receivedAt: world.now });

beforeEach(() => {
  world.emptyTable();
  for (const merchantId of ["mer_1", "mer_2"]) world.putMerchant(merchantId);
});

/** As the run sees them, page by page. */
const pageOf = async (...eventIds: string[]) =>
  (
    await Promise.all(
      eventIds.map((eventId) =>
        findDelivery(eventId, endpointIdOf(String(world.eventOf(eventId).merchantId))),
      ),
    )
  ).flatMap((delivery) => delivery ?? []);

it("dead events are sent again at a pace of each merchant's own, which goes on from page to page", async () => {
  for (const nth of [1, 2, 3]) record(`evt_${nth}`, "dead");
  record("evt_other", "dead", "mer_2");
  const run = new Map();
  expect(await redeliverDeadLetters(await pageOf("evt_1", "evt_2", "evt_other"), run, change())).toBe(3);
  await redeliverDeadLetters(await pageOf("evt_3"), run, change());
  const dueOf = (eventId: string) => Number(String(world.deliveryOf(eventId).dueSort).slice(0, 13));
  const first = dueOf("evt_1");
  expect(dueOf("evt_other")).toBe(first);
  const gap = dueOf("evt_2") - first;
  expect(gap).toBeGreaterThan(0);
  expect(dueOf("evt_3") - first).toBe(2 * gap);
  expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "pending", deliveryRound: 2 });
});

it("a run through the dead letters is audited once for each merchant, before anything of it is sent", async () => {
  for (const nth of [1, 2]) record(`evt_${nth}`, "dead");
  record("evt_other", "dead", "mer_2");
  const run = new Map();
  await redeliverDeadLetters(await pageOf("evt_1", "evt_other"), run, change());
  await redeliverDeadLetters(await pageOf("evt_2"), run, change());
  for (const merchantId of ["mer_1", "mer_2"])
    expect(await listAudit(merchantId)).toMatchObject([{ action: "redeliver-dead-letters" }]);
});

it("a page whose audit entry cannot be written sends nothing, and the next one writes it", async () => {
  record("evt_1", "dead");
  const run = new Map();
  world.isKilled = (call) => call === "write";
  await expect(redeliverDeadLetters(await pageOf("evt_1"), run, change())).rejects.toThrow("died");
  world.isKilled = () => false;
  expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "dead" });
  expect(await redeliverDeadLetters(await pageOf("evt_1"), run, change())).toBe(1);
  expect(await listAudit("mer_1")).toHaveLength(1);
});

it("what was sent again meanwhile is no dead letter any more", async () => {
  record("evt_sent", "pending");
  expect(await redeliverDeadLetters(await pageOf("evt_sent"), new Map(), change())).toBe(0);
  expect(world.deliveryOf("evt_sent")).toMatchObject({ delivery: "pending", deliveryRound: 1 });
});
