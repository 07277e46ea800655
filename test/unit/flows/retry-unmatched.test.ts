import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, dueAt, eventKey, paymentKey } from "../../../shared/ledger/table.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld, HOUR_MS, PAYMENT_ID as ID } from "../../support/fake-world.ts";
import { chargeWith, intentWith, stripeEventWith } from "../../support/stripe-objects.ts";

/* Events that were taken while nothing of them could be applied, and what the next pull makes of them. */
const MERCHANT = "mer_1";
const ACCOUNT = "acct_1";
const world = new FakeWorld().enter();

/** Whether the platform's key is another one's at the moment. */
let isLost = false;
/** What happens while a call hears that. */
let whileLost = async () => {};
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
      if (isLost) {
        await whileLost();
        throw new Failure("processor_rejected", "Not yours.", { processorCode: "account_invalid" });
      }
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
const { findWatermark } = await import("../../../shared/ledger/watermarks.ts");
const { visitDelivery } = await import("../../../shared/flows/deliveries/finish-delivery.ts");
const { addEndpoint } = await import("../../../shared/ledger/deliveries.ts");
const { eraseDelivery, eraseEvent, eraseMerchantRecord } = await import("../../../shared/ledger/erasure.ts");

const puller = { now: () => world.now, traceId: "pull" };
const pull = () =>
  runInvocation(
    () => 300_000,
    () => pullMissedEvents({ accountId: ACCOUNT, merchantId: MERCHANT, mustSync: true }, puller),
  );
const stored = () => world.table.peek(paymentKey(ID));
const storePayment = (given: object) =>
  world.putPayment({ processorPaymentIntentId: undefined, status: undefined, ...given });

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
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "out_of_reach" });
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
  "an inquiry that is told of while the account only seems lost is known and told once it is reached again, in the %s payload",
  async (payload) => {
    signUp(payload);
    storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
    await takeInquiryWhileLost();
    expect(await pull()).toMatchObject({ end: "complete", failed: 0 });
    expect(stored()?.disputes).toMatchObject({ dp_1: {} });
    // That the account is reached again is told as well.
    const told = () => world.callbacks.map(({ eventId }) => eventId);
    const updates = payload === "service" ? [expect.stringMatching(/^evt_own/)] : [];
    expect(told()).toEqual([...updates, "evt_1", expect.stringMatching(/^evt_[0-9a-f]{32}$/)]);
    await pull();
    expect(told()).toHaveLength(2 + updates.length);
  },
);

it("an endpoint that the event was sent to while a pull met it stays on its list, and the next pull meets the event again", async () => {
  const ADDED = "ep_00000000000000c3";
  signUp("processor");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
  await takeInquiryWhileLost();
  const chosen = "ep_00000000000000b2";
  world.changeEndpoint(MERCHANT, { endpointId: chosen });
  world.beforeUpdate = async ({ pk }) => {
    if (pk !== eventKey("evt_1").pk) return;
    world.beforeUpdate = undefined;
    const endpoints = [endpointIdOf(MERCHANT), ADDED];
    world.table.put({ ...world.eventOf("evt_1"), ...eventKey("evt_1"), endpoints }, {});
  };
  const watermark = await findWatermark(ACCOUNT);
  expect(await pull()).toMatchObject({ failed: 1 });
  expect(await findWatermark(ACCOUNT)).toBe(watermark);
  expect(await pull()).toMatchObject({ failed: 0 });
  expect(world.beforeUpdate).toBeUndefined();
  expect(world.eventOf("evt_1")).toMatchObject({
    ...{ applied: "applied", endpoints: [endpointIdOf(MERCHANT), ADDED, chosen] },
  });
});

it("an event that was to be told when it was recorded is told though its type is not chosen any more", async () => {
  signUp("processor");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
  await takeInquiryWhileLost();
  world.changeEndpoint(MERCHANT, { events: ["charge.refunded"] });
  await pull();
  expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "pending", svcPaymentId: ID });
  expect(world.callbacks).toMatchObject([{ eventId: "evt_1" }]);
});

it("51: an event that was pulled while the ledger had its creation as rejected is told once the payment is rebuilt", async () => {
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
  expect(world.eventOf("evt_1")).toMatchObject({ svcPaymentId: ID });
  // And of its own the update of the rebuild, and that of the pull.
  const ids = world.callbacks.map(({ eventId }) => eventId);
  expect(ids.filter((eventId) => !eventId.startsWith("evt_own"))).toEqual(["evt_1"]);
  expect(ids).toHaveLength(3);
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

describe("what was recorded without its payment is told with it, in the service payload", () => {
  const succeeded = () => eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" });
  const standing = () => world.eventOf("evt_1") as never;
  const change = () => ({ at: world.now, actor: "olivia", random: randomBytes });
  const appear = (status = "processing") =>
    storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status });

  beforeEach(() => {
    signUp("service");
    world.isKilled = () => false;
  });

  /** It is recorded, and the function dies before it is finished. */
  async function leaveUnfinished(): Promise<void> {
    await world.dieAt(2, () => receive(succeeded()));
    expect(standing()).not.toHaveProperty("finishedAt");
  }

  it.each([
    ["a visit", () => visitEvent(standing(), world.now, { nth: 1 })],
    ["an operator", () => reapplyEvent(standing(), change())],
    ["the processor's next delivery", () => receive(succeeded())],
  ])("when %s takes up what was left unfinished", async (_, takeUp) => {
    await leaveUnfinished();
    expect(standing()).not.toHaveProperty("endpoints");
    world.now += 10 * 60_000;
    appear();
    await takeUp();
    expect(standing()).toMatchObject({ applied: "applied", svcPaymentId: ID, finishedAt: world.now });
    expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "pending", svcPaymentId: ID });
  });

  it("when an operator applies it once more, and is not told again after that", async () => {
    await receive(succeeded());
    expect(standing()).toMatchObject({ applied: "unknown_payment" });
    appear();
    await reapplyEvent(standing(), change());
    expect(standing()).toMatchObject({ applied: "applied", svcPaymentId: ID });
    expect(deliver()).toBe(1);
    await reapplyEvent(standing(), change());
    expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "delivered", deliveryRound: 1 });
  });

  it("by a visit, where the function dies at any write after the payment was found", async () => {
    await leaveUnfinished();
    world.now += 10 * 60_000;
    appear("succeeded");
    for (let last = 1; last <= 3; last++) {
      let writes = 0;
      world.isKilled = (call) => call === "write" && ++writes === last;
      await visitEvent(standing(), world.now, { nth: 1 }).catch(() => undefined);
      world.isKilled = () => false;
      if (last < 3) expect(standing()).toMatchObject({ dueSort: expect.any(String) });
    }
    await visitEvent(standing(), world.now, { nth: 1 });
    expect(standing()).toMatchObject({ svcPaymentId: ID, finishedAt: world.now });
    expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "pending", svcPaymentId: ID });
  });

  it("once, where two calls find the payment at once", async () => {
    await leaveUnfinished();
    world.now += 10 * 60_000;
    appear();
    const read = standing();
    await Promise.all([1, 2].map((nth) => visitEvent(read, world.now, { nth })));
    expect(standing()).toMatchObject({ svcPaymentId: ID, finishedAt: world.now });
    expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "pending", deliveryRound: 1 });
  });
});

it("an event is sent again with its payment once, and no call fails, where two calls find the payment at once", async () => {
  signUp("processor");
  await receive(eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" }));
  expect(deliver()).toBe(1);
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "processing" });
  const read = world.eventOf("evt_1") as never;
  const delivery = deliveryKey("evt_1", endpointIdOf(MERCHANT));
  world.beforeUpdate = async ({ pk, sk }) => {
    if (pk !== delivery.pk || sk !== delivery.sk) return;
    world.beforeUpdate = undefined;
    await retryUnmatched(read, world.now + 1);
  };
  await retryUnmatched(read, world.now);
  expect(world.beforeUpdate).toBeUndefined();
  expect(world.eventOf("evt_1")).toMatchObject({ svcPaymentId: ID, finishedAt: expect.any(Number) });
  expect(world.deliveryOf("evt_1")).toMatchObject({
    delivery: "pending",
    svcPaymentId: ID,
    deliveryRound: 2,
  });
});

it("an event that another call has told with its payment is not told again by a call that does not know the payment", async () => {
  signUp("processor");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
  isLost = true;
  let writes = 0;
  world.isKilled = (call) => call === "write" && ++writes > 1;
  const dispute = { id: "dp_1", object: "dispute", payment_intent: "pi_1", charge: "ch_1" };
  await expect(receive(eventOf("charge.dispute.created", dispute))).rejects.toThrow("died");
  world.isKilled = () => false;
  const read = world.eventOf("evt_1") as never;
  whileLost = async () => {
    [isLost, whileLost] = [false, async () => {}];
    await visitEvent(read, world.now, { nth: 2 });
    expect(deliver()).toBe(1);
  };
  await visitEvent(read, world.now, { nth: 1 });
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "applied", svcPaymentId: ID });
  expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "delivered", deliveryRound: 1 });
});

it("an event that is being sent while a pull meets it is finished by a visit", async () => {
  signUp("processor");
  storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "succeeded" });
  await takeInquiryWhileLost();
  const lease = (leaseExpiresAt: number) =>
    world.change(deliveryKey("evt_1", endpointIdOf(MERCHANT)), { leaseExpiresAt });
  lease(world.now + 60_000);
  expect((await pull()).failed).toBeGreaterThan(0);
  lease(0);
  await visitEvent(world.eventOf("evt_1") as never, world.now, { nth: 1 });
  expect(world.eventOf("evt_1")).toMatchObject({ applied: "unchanged", svcPaymentId: ID });
});

describe("what was recorded without its payment and finished, and has its payment by now", () => {
  const read = () => world.eventOf("evt_1") as never;
  const delivery = deliveryKey("evt_1", endpointIdOf(MERCHANT));
  /** As an endpoint that was added on request does. */
  const putOnDueList = () => world.change(eventKey("evt_1"), dueAt(eventKey("evt_1"), world.now));

  beforeEach(async () => {
    world.isKilled = () => false;
    signUp("processor");
    await receive(eventOf("payment_intent.succeeded", { ...intent, latest_charge: "ch_1" }));
    storePayment({ state: "completed", processorPaymentIntentId: "pi_1", status: "processing" });
  });

  it("stays on the due list where it begins again during the visit for an added endpoint, and that call dies", async () => {
    putOnDueList();
    world.beforeUpdate = async ({ pk, sk }) => {
      if (sk !== eventKey("evt_1").sk || pk !== eventKey("evt_1").pk) return;
      world.beforeUpdate = undefined;
      await world.dieAt(2, () => retryUnmatched(read(), world.now));
    };
    await visitEvent(read(), world.now, { nth: 1 });
    expect(read()).not.toHaveProperty("finishedAt");
    expect(read()).toHaveProperty("dueSort");
    await visitEvent(read(), world.now, { nth: 2 });
    expect(read()).toMatchObject({ svcPaymentId: ID, finishedAt: world.now });
  });

  it("is not sent again to an endpoint that was enabled since and has it, where another one is added", async () => {
    world.change(delivery, { delivery: "held" });
    await retryUnmatched(read(), world.now);
    await visitDelivery(world.deliveryOf("evt_1") as never, world.now);
    expect(deliver()).toBe(1);
    putOnDueList();
    await visitEvent(read(), world.now, { nth: 1 });
    expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "delivered", deliveryRound: 2 });
    expect(read()).not.toHaveProperty("dueSort");
  });

  it("is finished, where its merchant was erased meanwhile, and its bytes are erased, too", async () => {
    await world.dieAt(2, () => retryUnmatched(read(), world.now));
    await eraseMerchantRecord(MERCHANT, world.now);
    await eraseDelivery(world.deliveryOf("evt_1") as never, world.now);
    await visitEvent(read(), world.now, { nth: 1 });
    expect(read()).toMatchObject({ svcPaymentId: ID, finishedAt: world.now });
    expect(await eraseEvent(read(), world.now)).toBe("erased");
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
