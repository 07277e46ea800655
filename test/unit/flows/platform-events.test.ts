import { beforeEach, expect, it, vi } from "vitest";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import { eventKey, merchantKey, pack } from "../../../shared/ledger/table.ts";
import { eventItem } from "../../support/event-item.ts";
import { FakeWorld, PAYMENT_ID } from "../../support/fake-world.ts";

/* The platform's own queue of every merchant's events, where an environment has one: it hears of each before it is finished. */
const world = new FakeWorld().enter();
vi.stubEnv("PLATFORM_EVENT_QUEUE_URL", "PLATFORM");
const { deliverAndFinish } = await import("../../../shared/flows/deliveries/finish-event.ts");

const KEY = eventKey("evt_1");
const stored = () => world.table.peek(KEY) as unknown as EventRecord;
const heard = () => world.platformEvents.map(({ eventId }) => eventId);

/** Applied, and no further; no endpoint is told of it. */
function applied(object: object, given: Partial<EventRecord> = {}): EventRecord {
  const { finishedAt: _, ...event } = eventItem(
    { eventId: "evt_1", merchantId: "mer_1" },
    { delivery: "none", receivedAt: world.now },
  );
  const { type, accountId } = { ...event, ...given };
  const told = { id: "evt_1", type, account: accountId, created: 1, data: { object } };
  const body = pack(JSON.stringify(told));
  const recorded = { ...event, body, ...given } as EventRecord;
  world.table.put(recorded, {});
  return recorded;
}
const INTENT = { object: "payment_intent", id: "pi_1" };
const ofPayment = () => applied(INTENT, { svcPaymentId: PAYMENT_ID });
const finish = (event: EventRecord, facts = {}) =>
  deliverAndFinish(event, { kind: "applied", facts }, world.now);

beforeEach(() => {
  world.platformEvents.length = 0;
  world.isQueueAway = false;
  world.isKilled = () => false;
  world.putMerchant("mer_1");
  world.putPayment({ version: 42, status: "succeeded", amountCents: 1000, orderRef: "order-1" });
});

it("the platform hears in the service's form, also of a merchant none of whose endpoints is told", async () => {
  expect(await finish(ofPayment())).toEqual({ received: true, forwarded: false });
  expect(world.platformEvents).toEqual([
    {
      ...{ eventId: "evt_1", type: "payment.succeeded", merchantId: "mer_1" },
      ...{ svcPaymentId: PAYMENT_ID, version: 42 },
      payload: {
        ...{ payload: "service", id: "evt_1", type: "payment.succeeded", createdAt: expect.any(String) },
        payment: expect.objectContaining({ svcPaymentId: PAYMENT_ID, status: "succeeded" }),
      },
    },
  ]);
});

it("the platform hears of a refund as it was fetched to apply its event", async () => {
  const refund = { refundId: "re_1", status: "failed", amountCents: 300, failureReason: "declined" };
  const event = applied(
    { object: "refund", id: "re_1" },
    { type: "refund.failed", svcPaymentId: PAYMENT_ID },
  );
  await finish(event, { refund });
  expect(world.platformEvents).toMatchObject([
    { type: "refund.failed", payload: { refund: { refundId: "re_1", amountCents: 300 } } },
  ]);
});

it("the platform hears nothing of a charge that is the merchant's own, or of a test event", async () => {
  await finish(applied(INTENT));
  await finish(applied({}, { type: "callback.test" }));
  expect(heard()).toEqual([]);
});

it("the platform hears of an account's changes as the merchant's server does: from us also after it was replaced", async () => {
  const attached = { processorAccountId: "acct_2", version: 7, onboardingStatus: "enabled" };
  world.table.put(
    { ...world.table.peek(merchantKey("mer_1")), ...merchantKey("mer_1"), account: attached },
    {},
  );
  const ofAccount = (accountId: string, source: EventRecord["source"]) =>
    applied({ object: "account", id: accountId }, { type: "account.updated", accountId, source });
  await finish(ofAccount("acct_1", "webhook"));
  expect(heard()).toEqual([]);
  await finish(ofAccount("acct_2", "webhook"));
  await finish(ofAccount("acct_1", "service"));
  expect(world.platformEvents).toMatchObject([1, 2].map(() => ({ type: "account.updated", version: 7 })));
});

it("74: an event is not finished while the platform's queue is away, and told once it is not", async () => {
  const event = ofPayment();
  world.isQueueAway = true;
  await expect(finish(event)).rejects.toThrow("The queue is away.");
  expect(stored()).not.toHaveProperty("finishedAt");
  world.isQueueAway = false;
  await finish(event);
  expect(heard()).toEqual(["evt_1"]);
  expect(stored()).toHaveProperty("finishedAt");
});

it("74: an event whose function dies after it was told is told again, under the same id", async () => {
  const event = ofPayment();
  world.isKilled = (call) => call === "write";
  await expect(finish(event)).rejects.toThrow("died");
  world.isKilled = () => false;
  await finish(event);
  expect(heard()).toEqual(["evt_1", "evt_1"]);
});

it("74: an event of a merchant that was erased meanwhile is finished, and not told", async () => {
  const event = ofPayment();
  world.table.put({ ...merchantKey("mer_1"), merchantId: "mer_1", account: null, erasedAt: 1 }, {});
  await finish(event);
  expect(heard()).toEqual([]);
  expect(stored()).toHaveProperty("finishedAt");
});
