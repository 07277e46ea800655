import { expect, it, vi } from "vitest";
import { FakeWorld } from "../../support/fake-world.ts";

/** The sweep's heartbeat: an alarm rings where it is missing, so a part of the list that was not swept must not count. */
const world = new FakeWorld();
world.enter();
const counted: string[] = [];
vi.doMock("../../../shared/metrics.ts", () => ({
  count: (name: string) => counted.push(name),
  measure: () => undefined,
}));
const { sweep } = await import("../../../shared/flows/recovery/sweep.ts");
const { dueAt } = await import("../../../shared/ledger/due.ts");

const run = () => sweep({ now: () => world.now, endsAt: world.now + 50_000 });

it("counts a sweep that went through the whole list", async () => {
  expect(await run()).toEqual({ sent: 0, failedShards: 0 });
  expect(counted).toContain("Sweeps");
});

it("counts no sweep of which a part has failed", async () => {
  counted.length = 0;
  const key = { pk: "EVENT#evt_1", sk: "EVENT" };
  world.putEvent(
    { eventId: "evt_1", merchantId: "mer_1" },
    { delivery: "pending", receivedAt: world.now, due: dueAt(key, world.now - 1) },
  );
  // Sending succeeds, and the move of the entry does not.
  world.isKilled = (call) => call === "write";
  expect(await run()).toMatchObject({ failedShards: 1 });
  expect(counted).not.toContain("Sweeps");
});
