import { beforeAll, expect, it } from "vitest";
import { FakeWorld } from "../../support/fake-world.ts";

/* Ten thousand holds that run out in one minute, in a ledger in memory: each is sent to its visit, once. */
const HOLDS = 10_000;
const MINUTE_MS = 60_000;
const world = new FakeWorld();
world.enter();

let save: (id: number, dueBy: number) => Promise<unknown>;
let sweep: () => Promise<unknown>;
beforeAll(async () => {
  const { saveHold } = await import("../../../shared/ledger/attention.ts");
  const flow = await import("../../../shared/flows/recovery/sweep.ts");
  save = (id, dueBy) => {
    const svcPaymentId = `svcpay_${String(id).padStart(32, "0")}`;
    const subject = {
      kind: "hold_expiring",
      merchantId: "mer_1",
      svcPaymentId,
      subjectId: svcPaymentId,
    } as const;
    return saveHold({
      ...subject,
      seenOn: 1,
      since: world.now,
      dueBy,
      visitAt: world.now + (id % MINUTE_MS),
    });
  };
  sweep = () => flow.sweep({ now: () => world.now, endsAt: world.now + 50_000 });
});

it("the sweep sends ten thousand holds of one minute to their visits, each once, and follows a deadline that moved", async () => {
  for (let id = 0; id < HOLDS; id++) await save(id, world.now);
  world.now += MINUTE_MS;
  await sweep();
  expect(new Set(world.visits.map(({ sk }) => sk)).size).toBe(HOLDS);
  expect(world.visits).toHaveLength(HOLDS);
  await sweep();
  expect(world.visits).toHaveLength(HOLDS);
  // The same deadline again changes nothing, another one is looked at anew.
  const sk = `HOLD#svcpay_${"0".repeat(32)}`;
  const before = world.table.peek({ pk: "ATTENTION#mer_1", sk });
  await save(0, Number(before?.dueBy));
  expect(world.table.peek({ pk: "ATTENTION#mer_1", sk })).toEqual(before);
  await save(0, world.now + MINUTE_MS);
  expect(world.table.peek({ pk: "ATTENTION#mer_1", sk })).toMatchObject({
    dueBy: world.now + MINUTE_MS,
    dueStep: 0,
  });
});
