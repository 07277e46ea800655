import { beforeEach, expect, it } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import type { EventRecord } from "../../../shared/ledger/event-record.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { eventKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Which events are sent again on request, with and without force, and how that is audited. */
const world = new FakeWorld();
world.enter();
const { redeliverEvent } = await import("../../../shared/flows/callbacks/redeliver-event.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");

const KEY = eventKey("evt_1");
const stored = () => world.table.peek(KEY) as unknown as EventRecord;
const set = (given: Record<string, unknown>) => world.table.put({ ...KEY, ...stored(), ...given }, {});

type Insistence = { force: boolean; pendingToo?: boolean };
const redeliver = async (insistence: Insistence, actor?: string) =>
  redeliverEvent((await findMerchant("mer_1")) as Merchant, "evt_1", {
    ...insistence,
    ...{ at: world.now, random: (size) => new Uint8Array(size), actor },
  });

const record = (delivery: DeliveryState) =>
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery, receivedAt: world.now - 1000 });

/** What was asked for, or why it was rejected. */
const outcomeOf = (asked: Promise<void>) =>
  asked.then(
    () => "sent",
    ({ code, message }: { code?: string; message: string }) => (code ? message : Promise.reject(message)),
  );

const ON_ITS_WAY = /already being delivered/;
const DELIVERED = /was delivered/;
const NOT_CHOSEN = /did not choose/;

beforeEach(() => {
  world.callbacks.length = 0;
  world.putMerchant("mer_1");
});

it.each<[DeliveryState, Insistence, RegExp]>([
  ["pending", { force: false }, ON_ITS_WAY],
  ["pending", { force: true }, ON_ITS_WAY],
  ["pending", { force: true, pendingToo: false }, ON_ITS_WAY],
  // Insisting on a waiting one takes both.
  ["pending", { force: false, pendingToo: true }, ON_ITS_WAY],
  ["pending", { force: true, pendingToo: true }, /^sent$/],
  ["delivered", { force: false }, DELIVERED],
  ["delivered", { force: false, pendingToo: true }, DELIVERED],
  ["delivered", { force: true }, /^sent$/],
  ["none", { force: false, pendingToo: true }, NOT_CHOSEN],
  ["none", { force: true }, /^sent$/],
  ["held", { force: false }, /^sent$/],
  ["dead", { force: false }, /^sent$/],
])(
  "an event whose callback is %s is judged where it is asked for with %o",
  async (delivery, insistence, expected) => {
    record(delivery);
    const outcome = await outcomeOf(redeliver(insistence));
    expect(outcome).toMatch(expected);
    const isSent = outcome === "sent";
    expect(stored()).toMatchObject(
      isSent ? { delivery: "pending", generation: 2 } : { delivery, generation: 1 },
    );
    expect(world.callbacks.map(({ deliveryRound }) => deliveryRound)).toEqual(isSent ? [2] : []);
  },
);

it("a waiting event that is being sent in this moment is not sent a second time, whoever insists", async () => {
  record("pending");
  set({ attemptToken: "theirs", leaseExpiresAt: world.now + 60_000, attempts: 1 });
  expect(await outcomeOf(redeliver({ force: true, pendingToo: true }))).toMatch(ON_ITS_WAY);
  expect(world.callbacks).toEqual([]);
});

it("an event that the service payload does not cover is rejected, also by force", async () => {
  record("dead");
  world.table.update(merchantKey("mer_1"), {
    UpdateExpression: "SET callback.payload = :service",
    ExpressionAttributeValues: { ":service": "service" },
  });
  expect(await outcomeOf(redeliver({ force: true }))).toMatch(/does not cover/);
  expect(stored()).toMatchObject({ delivery: "dead", generation: 1 });
});

it("what was never applied is applied first, except an event of our own, of which nothing is", async () => {
  record("dead");
  set({ type: "callback.test", source: "service", finishedAt: undefined });
  await redeliver({ force: false });
  expect(stored()).toMatchObject({ delivery: "pending", generation: 2 });
  expect(stored().finishedAt).toBeUndefined();

  // Its bytes are damaged, so that it is finished without asking the processor.
  record("dead");
  set({ body: new Uint8Array([1]), finishedAt: undefined });
  await redeliver({ force: false });
  expect(stored()).toMatchObject({ applied: "not_understood", finishedAt: world.now, generation: 2 });
});

it("a held event that was never applied is applied, and sent once by these very steps", async () => {
  record("held");
  set({ body: new Uint8Array([1]), finishedAt: undefined });
  await redeliver({ force: false });
  expect(stored()).toMatchObject({ delivery: "pending", finishedAt: world.now, generation: 2 });
  expect(world.callbacks).toHaveLength(1);
});

it("an event that died on its way into the queue is applied and sent by these very steps, and not a second time", async () => {
  record("pending");
  set({ body: new Uint8Array([1]), finishedAt: undefined, enqueuedAt: undefined });
  await redeliver({ force: false });
  expect(stored()).toMatchObject({ finishedAt: world.now, enqueuedAt: world.now, generation: 1 });
  expect(world.callbacks).toHaveLength(1);
});

it("a redelivery is in the audit under who asked for it, and one that was rejected is not", async () => {
  record("delivered");
  await outcomeOf(redeliver({ force: false }, "operator"));
  expect(await listAudit("mer_1")).toEqual([]);
  await redeliver({ force: true }, "operator");
  expect(await listAudit("mer_1")).toMatchObject([
    { at: world.now, actor: "operator", action: "redeliver-event", subject: "evt_1" },
  ]);
});

it("another merchant's event, and one that there is not, cannot be told apart", async () => {
  world.putEvent({ eventId: "evt_1", merchantId: "mer_2" }, { delivery: "dead", receivedAt: world.now });
  await expect(redeliver({ force: true })).rejects.toMatchObject({ code: "not_found" });
  world.table.expire(KEY);
  await expect(redeliver({ force: true })).rejects.toMatchObject({ code: "not_found" });
});
