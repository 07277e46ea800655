import { beforeEach, expect, it } from "vitest";
import type { Payment, PaymentState } from "../../../shared/domain/payments/payment.ts";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Record the update → write → send it at once; the due list only after a death. */
const world = new FakeWorld().enter();
const { tellOwnEvent, tellUpdate } = await import("../../../shared/flows/sync.ts");
const { tellChange } = await import("../../../shared/flows/payments/sync-payment.ts");

const UPDATE = {
  type: "payout.updated",
  about: ["po_1", 7],
  object: { object: "payout", id: "po_1" },
  merchantId: "mer_1",
  accountId: "acct_1",
} as const;

const recorded = () =>
  world.table.all().filter(({ sk }) => sk === "EVENT") as unknown as Pick<
    EventRecord,
    "type" | "finishedAt" | "dueSort"
  >[];

beforeEach(() => {
  world.emptyTable();
  world.callbacks.length = 0;
  world.putMerchant("mer_1");
  world.changeEndpoint("mer_1", { payload: "service" });
});

it("an update is on record before the write, with a time after which that is rejected, and is sent after it", async () => {
  const written = await tellUpdate(UPDATE, async ({ notAfterMs }) => {
    expect(recorded()).toMatchObject([{ type: "payout.updated", dueSort: expect.any(String) }]);
    expect(world.callbacks).toEqual([]);
    return Number(notAfterMs);
  });
  expect(written).toBeGreaterThan(0);
  expect(world.callbacks).toHaveLength(1);
  expect(recorded()[0]?.finishedAt).toBeDefined();
});

it("an update whose write fails is left to the due list, and one whose write has lost a race is sent", async () => {
  const dies = tellUpdate(UPDATE, () => Promise.reject(new Error("died")));
  await expect(dies).rejects.toThrow("died");
  expect(world.callbacks).toEqual([]);
  expect(recorded()).toMatchObject([{ dueSort: expect.any(String) }]);
  expect(await tellUpdate(UPDATE, async () => undefined)).toBeUndefined();
  expect(world.callbacks).toHaveLength(1);
});

it("a change that no endpoint chose is written without an event and without a limit of time", async () => {
  world.changeEndpoint("mer_1", { events: [] });
  expect(await tellUpdate(UPDATE, async (inTime) => inTime)).toEqual({});
  expect(recorded()).toEqual([]);
});

it("an event of our own that is told again is sent once, and at last where the queue was away", async () => {
  const tell = () => tellOwnEvent({ ...UPDATE, at: world.now });
  world.isQueueAway = true;
  await expect(tell()).rejects.toThrow("away");
  world.isQueueAway = false;
  await tell();
  await tell();
  expect(world.callbacks).toHaveLength(1);
  expect(recorded()).toHaveLength(1);
});

it.each([
  ["is told where it is visible", { status: "succeeded" }, {}, ["payment.updated"]],
  ["is not told where merchants see the same", {}, {}, []],
  ["is told all the same where it was missed", {}, { isMissed: true }, ["payment.updated"]],
])("a payment's change %s", async (_, given, telling, types) => {
  const state = {
    ...{ status: "processing", refundedCents: 0, processorPaymentIntentId: "pi_1" },
  } as unknown as PaymentState;
  const payment = { ...state, svcPaymentId: "svcpay_1", merchantId: "mer_1", connectedAccountId: "acct_1" };
  const stored = { ...payment, version: 7, disputes: {}, failedRefunds: {} } as unknown as Payment;
  const write = async (inTime: object) => Object.keys(inTime);
  const changed = { state: { ...state, ...given } as PaymentState };
  expect(await tellChange(stored, changed, telling, write)).toEqual(types.map(() => "notAfterMs"));
  expect(recorded().map(({ type }) => type)).toEqual(types);
});

it("an update is left to the due list where little time is left or the queue is away, and the caller is answered", async () => {
  const tell = () => tellUpdate(UPDATE, async () => "written");
  expect(await runInvocation(() => 5_000, tell)).toBe("written");
  world.isQueueAway = true;
  const told = await tell();
  world.isQueueAway = false;
  expect(told).toBe("written");
  expect(world.callbacks).toEqual([]);
  for (const { dueSort, finishedAt } of recorded())
    expect([typeof dueSort, finishedAt]).toEqual(["string", undefined]);
});
