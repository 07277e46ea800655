import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, eventKey, paymentKey, timeSort } from "../../../shared/ledger/table.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld, HOUR_MS, PAYMENT_ID as ID } from "../../support/fake-world.ts";
import { chargeWith, intentWith, stripeEventWith } from "../../support/stripe-objects.ts";

/* Events that were taken while nothing of them could be applied, and what the next pull makes of them. */
const MERCHANT = "mer_1";
const ACCOUNT = "acct_1";
const world = new FakeWorld().enter();
vi.stubEnv("PLATFORM_EVENT_QUEUE_URL", "PLATFORM");

/** Whether the platform's key is another one's at the moment. */
let isLost = false;
/** Whether the processor fails for the moment. */
let isDown = false;
let told: Partial<Stripe.Event>[] = [];
/** What is otherwise about the intent than was ordered. */
let edited: Partial<Stripe.PaymentIntent> = {};
const reach = <T>(value: T): T => {
  if (isLost) throw new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
  if (isDown) throw new Failure("processor_unavailable", "Not now.");
  return value;
};
const metadata = { svcPaymentId: ID, svcEnv: "test", svcAmountCents: "1000", svcKeyNumber: "2" };
const ours = { metadata, application_fee_amount: null };
const intent = intentWith({
  ...{ ...ours, latest_charge: chargeWith(ours), created: Math.floor(world.now / 1000) - 7000 },
});
const inquiry = () =>
  ({
    ...{ id: "dp_1", object: "dispute", status: "warning_needs_response", reason: "general", amount: 1000 },
    ...{ created: world.now / 1000, evidence_details: { due_by: world.now / 1000 + 7 * 86_400 } },
  }) as Stripe.Dispute;

const stripe = {
  accounts: {
    retrieve: async () => {
      if (isLost) throw new Failure("processor_rejected", "Not yours.", { processorCode: "account_invalid" });
      return { id: ACCOUNT, charges_enabled: true, payouts_enabled: true, details_submitted: true };
    },
  },
  events: { list: async () => (isDown ? (value: object) => value : reach)({ data: told, has_more: false }) },
  paymentIntents: {
    retrieve: async () => reach({ ...intent, ...edited }),
    list: async () => ({ data: [intent], has_more: false }),
  },
  disputes: { retrieve: async () => reach(inquiry()), list: async () => ({ data: [], has_more: false }) },
  refunds: { list: async () => ({ data: [], has_more: false }) },
};
world.askMadeUp(stripe);
const { ingestEvent } = await import("../../../shared/flows/webhook/receive-event.ts");
const { pullMissedEvents, pullEventsBetween } = await import(
  "../../../shared/flows/missed-events/pull-events.ts"
);
const { reapplyEvent, retryUnmatched, visitEvent } = await import(
  "../../../shared/flows/events/apply-event.ts"
);
const { rebuildPayments } = await import("../../../shared/flows/restore/rebuild-payments.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");
const { addEndpoint } = await import("../../../shared/ledger/deliveries.ts");

const puller = { now: () => world.now, traceId: "pull" };
const pull = () =>
  runInvocation(
    () => 300_000,
    () => pullMissedEvents({ accountId: ACCOUNT, merchantId: MERCHANT, mustSync: true }, puller),
  );
const stored = () => world.table.peek(paymentKey(ID));
const storePayment = (given: object) =>
  world.putPayment({
    ...{ processorPaymentIntentId: undefined, status: undefined, paymentSort: timeSort(1, ID) },
    ...given,
  });

function signUp(payload: string): void {
  world.putMerchant(MERCHANT);
  world.putAccount(MERCHANT, ACCOUNT, {
    ...{ linkedAt: world.now - 2 * HOUR_MS, deauthorized: false, version: 1, everEnabled: true },
    ...{ onboardingStatus: "enabled", chargesEnabled: true, payoutsEnabled: true, requirements: null },
  });
  world.changeEndpoint(MERCHANT, { payload });
}

const eventOf = (type: string, object: object): Partial<Stripe.Event> =>
  stripeEventWith(object, { type, created: Math.floor((world.now - HOUR_MS / 2) / 1000) });

/** It is acknowledged; a quarter of an hour later the account is there again. */
async function takeInquiryWhileLost(): Promise<void> {
  const event = eventOf("charge.dispute.created", {
    ...{ id: "dp_1", object: "dispute", payment_intent: "pi_1", charge: "ch_1" },
  });
  told = [event];
  isLost = true;
  const rawBody = Buffer.from(JSON.stringify(event));
  await ingestEvent({ rawBody, source: "webhook", traceId: "t", at: world.now });
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "out_of_reach", svcPaymentId: ID });
  expect(world.callbacks).toMatchObject([{ eventId: "evt_1" }]);
  expect(await pull()).toMatchObject({ end: "out_of_reach" });
  [isLost, world.callbacks.length] = [false, 0];
  world.now += HOUR_MS / 4;
}

beforeEach(() => {
  world.emptyTable();
  world.callbacks.length = 0;
  [isLost, isDown, told, edited] = [false, false, [], {}];
});

it.each(["processor", "service"])(
  "an inquiry that comes in while the account only seems lost is told at once, and known once it is reached again, in the %s payload",
  async (payload) => {
    signUp(payload);
    storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
    await takeInquiryWhileLost();
    expect(await pull()).toMatchObject({ end: "complete", failed: 0 });
    expect(stored()?.disputes).toMatchObject({ dp_1: {} });
    // That the account is reached again is told as well.
    const told = () => world.callbacks.map(({ eventId }) => eventId);
    const updates = payload === "service" ? [expect.stringMatching(/^evt_own/)] : [];
    expect(told()).toEqual([...updates, expect.stringMatching(/^evt_[0-9a-f]{32}$/)]);
    await pull();
    expect(told()).toHaveLength(1 + updates.length);
  },
);

it("what became of an event is noted, also where an endpoint was added to it while it was applied again", async () => {
  const added = "ep_00000000000000c3";
  signUp("processor");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
  await takeInquiryWhileLost();
  world.beforeUpdate = async ({ pk }) => {
    if (pk !== eventKey("evt_1").pk) return;
    world.beforeUpdate = undefined;
    await addEndpoint(world.eventOf("evt_1") as never, added, world.now);
  };
  await retryUnmatched(world.eventOf("evt_1") as never, world.now);
  expect(world.eventOf("evt_1")).toMatchObject({
    ...{ applied: "applied", dispute: { disputeId: "dp_1" } },
    ...{ endpoints: [endpointIdOf(MERCHANT), added], dueSort: expect.any(String) },
  });
});

it("74: the platform hears of an inquiry that came in while the account only seemed lost, once there is something to show of it", async () => {
  signUp("service");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
  await takeInquiryWhileLost();
  world.platformEvents.length = 0;
  const ofDispute = () => world.platformEvents.filter(({ eventId }) => eventId === "evt_1");
  await pull();
  expect(ofDispute()).toMatchObject([{ svcPaymentId: ID, payload: { dispute: { disputeId: "dp_1" } } }]);
  await pull();
  expect(ofDispute()).toHaveLength(1);
});

it("51: an event that was pulled while the ledger had its creation as rejected is applied once the payment is rebuilt, and stays as it was told", async () => {
  signUp("service");
  storePayment({
    ...{ state: "rejected", ownerToken: "first", version: 0 },
    ...{ claimedAt: 1, attemptedAt: 1, attempts: 1, leaseExpiresAt: 0 },
  });
  told = [eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" })];
  await pull();
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "not_this_payment" });
  const window = { sinceMs: world.now - 2 * HOUR_MS, untilMs: world.now };
  const merchant = (await findMerchant(MERCHANT)) as Merchant;
  const rebuilt = await rebuildPayments(merchant, window, { traceId: "t", ownerToken: "o" });
  expect(rebuilt).toMatchObject({ rebuilt: 1 });
  await pullEventsBetween([ACCOUNT], window, puller);
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "unchanged" });
  expect(world.eventOf("evt_1")).not.toHaveProperty("svcPaymentId");
  // The update of the rebuild, and that of the pull.
  expect(world.callbacks.map(({ eventId }) => eventId)).toEqual(
    Array(2).fill(expect.stringMatching(/^evt_own/)),
  );
});

it("an event of an intent that is not the payment's stays nobody's, however often it is pulled", async () => {
  signUp("service");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_own", status: "succeeded" });
  told = [eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" })];
  await pull();
  const before = world.eventOf("evt_1");
  expect(before).toMatchObject({ applied: "not_this_payment" });
  await pullEventsBetween([ACCOUNT], { sinceMs: 0, untilMs: world.now }, puller);
  expect(world.eventOf("evt_1")).toEqual(before);
  expect(world.callbacks).toEqual([]);
});

/** As its delivery does. */
const deliver = (): number =>
  Number(
    world.table.update(deliveryKey("evt_1", endpointIdOf(MERCHANT)), {
      UpdateExpression: "SET delivery = :delivered",
      ConditionExpression: "delivery = :pending",
      ExpressionAttributeValues: { ":delivered": "delivered", ":pending": "pending" },
    }).written,
  );
const pullAgain = () => pullEventsBetween([ACCOUNT], { sinceMs: 0, untilMs: world.now }, puller);
const receive = (event: Partial<Stripe.Event>) => {
  told = [event];
  const rawBody = Buffer.from(JSON.stringify(event));
  return ingestEvent({ rawBody, source: "webhook", traceId: "t", at: world.now });
};

it("an event of an intent that was ordered otherwise is told once, though its creation is still open", async () => {
  signUp("processor");
  storePayment({
    ...{ state: "claimed", ownerToken: "first", version: 0, leaseExpiresAt: 0 },
    ...{ claimedAt: 1, attemptedAt: 1, attempts: 1 },
  });
  edited = { amount: 7, amount_received: 7 };
  await receive(eventOf("payment_intent.succeeded", { ...intent, ...edited, latest_charge: "ch_1" }));
  let times = deliver();
  for (let nth = 0; nth < 3; nth++) {
    await pullAgain();
    expect(world.eventOf("evt_1")).toMatchObject({ applied: "not_this_payment" });
    times += deliver();
  }
  expect(times).toBe(1);
});

it("an event that was told with its payment is applied once the account is back, and not told again", async () => {
  signUp("processor");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "requires_action" });
  isLost = true;
  await receive(
    eventOf("payment_intent.processing", { ...intent, status: "processing", latest_charge: "ch_1" }),
  );
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "out_of_reach", svcPaymentId: ID });
  expect(deliver()).toBe(1);
  isLost = false;
  await pullAgain();
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "applied" });
  expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "delivered" });
});

describe("what was recorded without its payment, and left unfinished, is applied and stays as it was recorded", () => {
  const standing = () => world.eventOf("evt_1") as never;
  const succeeded = () => eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" });
  it.each([
    ["a visit", () => visitEvent(standing(), world.now, { nth: 1 })],
    ["an operator", () => reapplyEvent(standing(), { at: world.now, actor: "olivia", random: randomBytes })],
    ["the processor's next delivery", () => receive(succeeded())],
  ])("when %s takes it up", async (_, takeUp) => {
    signUp("service");
    await world.dieAt(2, () => receive(succeeded()));
    expect(standing()).not.toHaveProperty("finishedAt");
    world.now += 10 * 60_000;
    storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "processing" });
    await takeUp();
    expect(standing()).toMatchObject({ applied: "applied", finishedAt: world.now });
    expect(standing()).not.toHaveProperty("svcPaymentId");
    expect(stored()).toMatchObject({ status: "succeeded" });
    expect(world.callbacks).toMatchObject([{ eventId: expect.stringMatching(/^evt_own/) }]);
  });
});

it("an endpoint that was added to an event gets it, where an operator applies the event once more before", async () => {
  signUp("processor");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "processing" });
  await receive(eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" }));
  expect(deliver()).toBe(1);
  const added = "ep_00000000000000c3";
  await addEndpoint(world.eventOf("evt_1") as never, added, world.now);
  const change = { at: world.now, actor: "olivia", random: randomBytes };
  await reapplyEvent(world.eventOf("evt_1") as never, change);
  await visitEvent(world.eventOf("evt_1") as never, world.now, { nth: 1 });
  expect(world.callbacks).toMatchObject([{}, { endpointId: added }]);
});

/** After a restore merchants may have been told more than the ledger has, so what was missed is told even if nothing changes. */
it.each([
  { source: "webhook", finisher: "pull", updates: [] },
  { source: "pull", finisher: "webhook", updates: [{ eventId: expect.stringMatching(/^evt_own/) }] },
] as const)(
  "an event that a $source has recorded and a $finisher finishes was missed or not by its record",
  async ({ source, finisher, updates }) => {
    signUp("service");
    storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "processing" });
    await receive(eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" }));
    world.callbacks.length = 0;
    world.change(eventKey("evt_1"), { source, finishedAt: undefined, applied: undefined });
    const rawBody = Buffer.from(JSON.stringify(told[0]));
    await ingestEvent({ rawBody, source: finisher, traceId: "t", at: world.now });
    expect(world.eventOf("evt_1")).toMatchObject({ applied: "unchanged", finishedAt: world.now });
    expect(world.callbacks).toMatchObject([...updates, { eventId: "evt_1" }]);
  },
);
