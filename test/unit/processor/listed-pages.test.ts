import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { balanceLineWith, chargeWith, intentWith, refundWith } from "../../support/stripe-objects.ts";
import { RecordedClient } from "./recorded-client.ts";

/* What the processor lists, page by page: what is asked for, what is read of it, and where the next page begins. */

const processor = new RecordedClient().enter();
const { listIntents } = await import("../../../shared/processor/intent-lists.ts");
const { listMovements, listPaidOut } = await import("../../../shared/processor/movements.ts");
const { listPayouts } = await import("../../../shared/processor/payouts.ts");
const { listAccountEvents } = await import("../../../shared/processor/account-events.ts");
const { listEarnedFees } = await import("../../../shared/processor/application-fees.ts");
const { listRefunds } = await import("../../../shared/processor/refunds.ts");
const { fetchDispute, listDisputes } = await import("../../../shared/processor/disputes.ts");

beforeEach(() => processor.forget());

const answer = (call: string, data: object[], has_more = false) => {
  processor.answers[call] = () => ({ data, has_more });
};

/** From within the second second to within the eighth: whole seconds that hold all of it. */
const WINDOW = { sinceMs: 1_500, untilMs: 7_001 };
const EVENTS = { types: ["charge.refunded"], window: WINDOW };
const CREATED = { gte: 1, lt: 8 };
const OPTIONS = { stripeAccount: "acct_1" };

type List = (after: string | undefined) => Promise<{ next?: string | undefined }>;
const SOURCES = { expand: ["data.source"] };
const LISTS: [name: string, call: string, list: List, parameters: object, isThePlatforms?: true][] = [
  [
    "an account's intents",
    "paymentIntents.list",
    (after) => listIntents("acct_1", WINDOW, after),
    { created: CREATED, expand: ["data.latest_charge"] },
  ],
  [
    "what moved on an account",
    "balanceTransactions.list",
    (after) => listMovements("acct_1", WINDOW, after),
    { created: CREATED, ...SOURCES },
  ],
  [
    "what is in a payout",
    "balanceTransactions.list",
    (after) => listPaidOut("acct_1", "po_1", after),
    { payout: "po_1", ...SOURCES },
  ],
  [
    "an account's payouts",
    "payouts.list",
    (after) => listPayouts("acct_1", WINDOW.sinceMs, after),
    { created: { gte: 1 } },
  ],
  [
    "an account's events",
    "events.list",
    (after) => listAccountEvents("acct_1", EVENTS, after),
    { created: CREATED, types: EVENTS.types },
  ],
  [
    "the platform's fees",
    "applicationFees.list",
    (after) => listEarnedFees(WINDOW, after),
    { created: CREATED },
    true,
  ],
];

it.each(LISTS)(
  "a page of %s is a hundred from a place on, and says where the next begins",
  async (_, call, list, parameters, isThePlatforms) => {
    const two = ["x_1", "x_2"].map((id) => ({ id, account: "acct_1", fee_details: [] }));
    const sentWith = (page: object) => ({ call, given: isThePlatforms ? [page] : [page, OPTIONS] });
    answer(call, two, true);
    expect((await list("x_0")).next).toBe("x_2");
    answer(call, two);
    expect((await list(undefined)).next).toBeUndefined();
    const page = { ...parameters, limit: 100 };
    expect(processor.sent).toEqual([sentWith({ ...page, starting_after: "x_0" }), sentWith(page)]);
  },
);

const OURS = { application: "ca_1", application_fee_amount: 31 };
const charge = (given: object = {}) => chargeWith({ ...OURS, ...given });
const intent = (given: object = {}) =>
  intentWith({ ...OURS, created: 5, description: "d", latest_charge: null, ...given });

describe("a listed intent", () => {
  const listed = async (...data: object[]) => {
    answer("paymentIntents.list", data);
    return listIntents("acct_1", WINDOW, undefined);
  };

  it("has its secret, its description and the millisecond in which it was created", async () => {
    const { intents, unreadable } = await listed(intent(), intent({ client_secret: null }));
    expect(intents).toMatchObject([
      { clientSecret: "secret", description: "d", createdAt: 5000, snapshot: { intentId: "pi_1" } },
      { clientSecret: "" },
    ]);
    expect(unreadable).toBe(0);
  });

  it.each([
    ["nobody has tried to pay it", {}, { isTouched: false, isDisputed: false }],
    ["a buyer has chosen how to pay", { payment_method: "pm_1" }, { isTouched: true }],
    ["a buyer was declined", { last_payment_error: {} }, { isTouched: true }],
    ["its charge is disputed", { latest_charge: charge({ disputed: true }) }, { isDisputed: true }],
    ["its charge is not disputed", { latest_charge: charge() }, { isDisputed: false }],
    ["its charge is only named", { latest_charge: "ch_1" }, { isDisputed: false }],
  ])("tells that %s", async (_, given, told) => {
    expect((await listed(intent(given))).intents).toMatchObject([told]);
  });

  it("is counted as unreadable where it is of a shape of the future, and the others are read", async () => {
    const page = await listed(intent({ amount: "1000" }), intent(), intent({ status: "of_the_future" }));
    expect(page).toMatchObject({ intents: [{ snapshot: { intentId: "pi_1" } }], unreadable: 2 });
    await expect(listed(intent({ latest_charge: trap }))).rejects.toThrow("A bug.");
  });
});

/** A fault of our own while an object is read: it must not pass for an object of the future. */
const trap = {
  get amount(): number {
    throw new TypeError("A bug.");
  },
};

describe("a listed movement of money", () => {
  const listed = async (source: unknown, given: object = {}) => {
    answer("balanceTransactions.list", [balanceLineWith({ source, ...given })]);
    const { movements } = await listMovements("acct_1", WINDOW, undefined);
    return movements[0];
  };

  it("the movement of a charge that was paid says all of its payment", async () => {
    const movement = await listed(charge({ metadata: { a: "b" } }));
    expect(movement).toMatchObject({
      kind: "charge",
      sourceId: "ch_1",
      intentId: "pi_1",
      chargeId: "ch_1",
      charge: {
        metadata: { a: "b" },
        applicationId: "ca_1",
        state: { status: "succeeded", amountCents: 1000, applicationFeeCents: 31 },
      },
    });
    expect(movement).not.toHaveProperty("dispute");
    expect(movement).not.toHaveProperty("feeId");
  });

  it("the movement of a charge without a fee has none of the platform's", async () => {
    const movement = await listed(charge({ application_fee_amount: null }));
    expect(movement?.charge?.state.applicationFeeCents).toBe(0);
  });

  it.each([
    ["is not paid yet", { status: "pending" }],
    ["belongs to no intent", { payment_intent: null }],
  ])("the movement of a charge that %s leaves its payment to the intent", async (_, given) => {
    const movement = await listed(charge(given));
    expect(movement).toMatchObject({ chargeId: "ch_1" });
    expect(movement).not.toHaveProperty("charge");
  });

  it("the movement of a refund leads to its charge and its intent, and of a dispute to itself as well", async () => {
    const references = { charge: { id: "ch_2" }, payment_intent: { id: "pi_2" } };
    const refunded = await listed({ object: "refund", id: "re_1", status: "succeeded", ...references });
    expect(refunded).toMatchObject({ sourceId: "re_1", chargeId: "ch_2", intentId: "pi_2" });
    expect(refunded).not.toHaveProperty("charge");
    expect(refunded).not.toHaveProperty("dispute");
    expect(await listed({ object: "dispute", id: "dp_1", status: "lost", ...references })).toMatchObject({
      chargeId: "ch_2",
      dispute: { disputeId: "dp_1", status: "lost" },
    });
  });

  it("the movement of a fee that was given back leads to the fee", async () => {
    const fee = { object: "fee_refund", id: "fr_1", fee: "fee_1" };
    expect(await listed(fee, { reporting_category: "fee" })).toMatchObject({
      kind: "platform_fee_return",
      feeId: "fee_1",
    });
  });

  it.each([
    ["that is only named", "po_1", "po_1"],
    ["that has none", null, undefined],
  ])("the movement of a source %s leads to nothing", async (_, source, sourceId) => {
    expect(await listed(source)).toMatchObject({ sourceId, intentId: undefined, chargeId: undefined });
  });
});

it("a listed payout says when it was made, when it arrives and what became of it", async () => {
  const payout = { id: "po_1", status: "paid", created: 5, arrival_date: 7, failure_code: null };
  answer("payouts.list", [
    { ...payout, reconciliation_status: "completed" },
    { ...payout, reconciliation_status: "not_applicable" },
    { ...payout, reconciliation_status: "in_progress" },
  ]);
  const { payouts } = await listPayouts("acct_1", 0, undefined);
  expect(payouts[0]).toMatchObject({ accountId: "acct_1", createdAt: 5000, arrivesAt: 7000, traceId: null });
  expect(payouts.map(({ reconciliation }) => reconciliation)).toEqual([
    "completed",
    "not_applicable",
    "in_progress",
  ]);
});

it("a listed event is what the webhook would have brought: it names its account", async () => {
  answer("events.list", [{ id: "evt_1", type: "charge.refunded" }]);
  const { events } = await listAccountEvents("acct_1", EVENTS, undefined);
  expect(events.map(({ eventId }) => eventId)).toEqual(["evt_1"]);
  expect(JSON.parse(Buffer.from(events[0]?.rawBody ?? "").toString())).toEqual({
    id: "evt_1",
    type: "charge.refunded",
    account: "acct_1",
  });
});

it("a listed fee says whose it was and what of it went back, whether its account is named or shown", async () => {
  const fee = { id: "fee_1", currency: "usd", amount: 31, amount_refunded: 7 };
  answer("applicationFees.list", [
    { ...fee, account: "acct_1" },
    { ...fee, account: { id: "acct_2" } },
  ]);
  const earned = { currency: "usd", amountCents: 31, returnedCents: 7 };
  expect(await listEarnedFees(WINDOW, undefined)).toEqual({
    fees: [
      { accountId: "acct_1", ...earned },
      { accountId: "acct_2", ...earned },
    ],
  });
});

describe("refunds", () => {
  const OPERATION = `op_${"a".repeat(32)}`;
  const metadata = { svcPaymentId: "svcpay_1", svcOperationId: OPERATION };
  const refund = (given: object = {}) =>
    refundWith({ amount: 400, reason: "duplicate", payment_intent: intent(), metadata, ...given });

  it("refunds of a payment are listed with their reasons, and whether we have made them", async () => {
    answer("refunds.list", [refund(), refund({ metadata: {} }), refund({ metadata: null })], true);
    const payment = { accountId: "acct_1", intentId: "pi_1", svcPaymentId: "svcpay_1" };
    const { refunds, hasMore } = await listRefunds(payment, { limit: 3, startingAfter: "re_0" });
    expect(refunds[0]).toMatchObject({ refundId: "re_1", reason: "duplicate", createdAt: 5000 });
    expect(refunds.map(({ isOurs }) => isOurs)).toEqual([true, false, false]);
    expect(hasMore).toBe(true);
    await listRefunds(payment, { limit: 3 });
    const first = { payment_intent: "pi_1", limit: 3 };
    expect(processor.sent.map(({ given }) => given[0])).toEqual([
      { ...first, starting_after: "re_0" },
      first,
    ]);
  });
});

describe("a dispute", () => {
  const dispute = {
    id: "dp_1",
    status: "needs_response",
    reason: "fraudulent",
    amount: 1000,
    created: 5,
    evidence_details: { due_by: 9 },
  } as Stripe.Dispute;
  const told = { disputeId: "dp_1", status: "needs_response", reason: "fraudulent", amountCents: 1000 };

  it("says since when it is open, and until when it can be answered", async () => {
    processor.answers["disputes.retrieve"] = () => dispute;
    expect(await fetchDispute("acct_1", "dp_1")).toEqual({ ...told, openedAt: 5000, dueBy: 9000 });
  });

  it("has no deadline where no answer is possible", async () => {
    answer("disputes.list", [
      { ...dispute, evidence_details: { due_by: null } },
      { ...dispute, evidence_details: { due_by: 0 } },
    ]);
    const without = { ...told, openedAt: 5000 };
    expect(await listDisputes("acct_1", "pi_1")).toEqual([without, without]);
    expect(processor.sent[0]?.given).toEqual([{ payment_intent: "pi_1", limit: 100 }, OPTIONS]);
  });
});
