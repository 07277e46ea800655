import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { AUTHORIZED, eventTypes, PAID, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

const pay = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  bench.stripe.paymentIntents.create({ ...PAID, ...params }, options);
const refund = (params: Stripe.RefundCreateParams) => bench.stripe.refunds.create(params, options);
const chargeOf = (intent: Stripe.PaymentIntent) =>
  bench.stripe.charges.retrieve(String(intent.latest_charge), { expand: ["application_fee"] }, options);

describe("refunds", () => {
  it("add up on the charge until it is fully refunded", async () => {
    const intent = await pay();
    const first = await refund({
      payment_intent: intent.id,
      amount: 300,
      reason: "requested_by_customer",
      metadata: { ticket: "5" },
    });
    expect(first).toMatchObject({
      object: "refund",
      amount: 300,
      status: "succeeded",
      payment_intent: intent.id,
      charge: intent.latest_charge,
      metadata: { ticket: "5" },
    });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 300, refunded: false });
    await refund({ charge: String(intent.latest_charge) });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 1000, refunded: true });

    const listed = await bench.stripe.refunds.list({ payment_intent: intent.id }, options);
    expect(listed.data.map((entry) => entry.amount)).toEqual([700, 300]);
    expect(await bench.stripe.refunds.retrieve(first.id, {}, options)).toEqual(first);
  });

  it("give the charge and the intent with the answer when asked", async () => {
    const intent = await pay();
    const expand = ["charge", "payment_intent.latest_charge"];
    expect(await refund({ payment_intent: intent.id, amount: 100, expand })).toMatchObject({
      charge: { id: intent.latest_charge, amount_refunded: 100 },
      payment_intent: { id: intent.id, latest_charge: { amount_refunded: 100 } },
    });
  });

  it("end at what a partial capture took (fact 6)", async () => {
    const intent = await pay(AUTHORIZED);
    await bench.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 600 }, options);
    const tooMuch = await rejectionOf(refund({ payment_intent: intent.id, amount: 601 }));
    expect([tooMuch.statusCode, tooMuch.code, tooMuch.param]).toEqual([400, undefined, "amount"]);
    await refund({ payment_intent: intent.id, amount: 100 });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 100, refunded: false });
    expect(await refund({ payment_intent: intent.id })).toMatchObject({ amount: 500 });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 600, refunded: true });
  });

  it("are rejected when nothing is left, when nothing is captured, and when disputed", async () => {
    const paid = await pay();
    await refund({ payment_intent: paid.id });
    expect(await rejectionOf(refund({ payment_intent: paid.id }))).toMatchObject({
      code: "charge_already_refunded",
    });

    const reserved = await pay({ capture_method: "manual" });
    // Fact 15: such a rejection has no code.
    const rejection = await rejectionOf(refund({ payment_intent: reserved.id }));
    expect([rejection.statusCode, rejection.code, rejection.param]).toEqual([400, undefined, undefined]);
    expect(await rejectionOf(refund({ charge: String(reserved.latest_charge) }))).toMatchObject({
      statusCode: 400,
    });

    const disputed = await pay({ payment_method: "pm_card_createDispute" });
    expect(await rejectionOf(refund({ payment_intent: disputed.id }))).toMatchObject({
      code: "charge_disputed",
    });
  });

  it.each([
    ["payment_intent", { payment_intent: "pi_nobody" }, 400],
    ["charge", {}, 400],
    ["charge", { charge: "ch_nobody" }, 404],
    ["reason", { reason: "changed_my_mind" }, 400],
    ["amount", { amount: 0 }, 400],
  ])("are rejected for a wrong %s: %j", async (param, change, statusCode) => {
    const needsIntent = param === "reason" || param === "amount";
    const params = { ...(needsIntent ? { payment_intent: (await pay()).id } : {}), ...change };
    expect(await rejectionOf(refund(params as Stripe.RefundCreateParams))).toMatchObject({
      statusCode,
      param,
    });
  });
});

describe("what becomes of a refund", () => {
  const refunded = async (payment_method: string) => {
    const account = await bench.connect();
    const intent = await bench.stripe.paymentIntents.create({ ...PAID, payment_method }, account);
    const made = await bench.stripe.refunds.create({ payment_intent: intent.id, amount: 400 }, account);
    const now = async () => ({
      status: (await bench.stripe.refunds.retrieve(made.id, {}, account)).status,
      refunded: (await bench.stripe.charges.retrieve(String(intent.latest_charge), {}, account))
        .amount_refunded,
    });
    const heard = () => eventTypes(bench.stripe, account);
    return { account, made, now, heard };
  };
  const aMomentLater = () => bench.control("POST", "clock", { advanceSeconds: 2 });

  it("an ordinary one: its bank's reference comes a moment later (fact 8)", async () => {
    const { account, made, heard } = await refunded("pm_card_visa");
    await aMomentLater();
    const now = await bench.stripe.refunds.retrieve(made.id, {}, account);
    expect(now.destination_details?.card?.reference_status).toBe("available");
    expect((await heard()).slice(-4)).toEqual([
      "refund.created",
      "charge.refunded",
      "refund.updated",
      "charge.refund.updated",
    ]);
  });

  it.each([
    ["pm_card_pendingRefund", "pending", { status: "succeeded", refunded: 400 }, "charge.refund.updated"],
    ["pm_card_refundFail", "succeeded", { status: "failed", refunded: 0 }, "refund.failed"],
  ])(
    "a refund of %s is %s, and a moment later %j (facts 8, 21 and 25)",
    async (method, status, later, told) => {
      const { made, now, heard } = await refunded(method);
      expect(made.status).toBe(status);
      await aMomentLater();
      expect(await now()).toEqual(later);
      expect((await heard()).at(-1)).toBe(told);
    },
  );

  it("requires_action, then completed by the buyer", async () => {
    const { made, now } = await refunded("pm_simulator_refundRequiresAction");
    await bench.control("POST", `refunds/${made.id}/complete`);
    expect(await now()).toEqual({ status: "succeeded", refunded: 400 });
  });
});

describe("a refund's status in the answer (fact 25)", () => {
  const refundOf = async (params: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
    const account = await bench.connect();
    const intent = await bench.stripe.paymentIntents.create({ ...PAID, ...params }, account);
    await bench.control("POST", "clock", { advanceSeconds: 2 });
    const made = await bench.stripe.refunds.create({ payment_intent: intent.id }, account);
    const charge = () => bench.stripe.charges.retrieve(String(intent.latest_charge), {}, account);
    return { account, made, charge };
  };

  it("may be failed: nothing is refunded, and refund.failed tells of it", async () => {
    const { account, made, charge } = await refundOf({ payment_method: "pm_simulator_refundRejected" });
    expect(made).toMatchObject({ status: "failed", failure_reason: "insufficient_funds" });
    expect(await charge()).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await eventTypes(bench.stripe, account)).slice(-2)).toEqual(["refund.created", "refund.failed"]);
  });

  it.each(["pending", "requires_action", "failed"])("is %s once where a control says so", async (outcome) => {
    await bench.control("POST", "refunds/next", { outcome });
    expect((await refundOf()).made.status).toBe(outcome);
    expect((await refundOf()).made.status).toBe("succeeded");
  });

  it("is pending for days where the money goes to a bank account", async () => {
    const debit = {
      allowed_payment_method_types: ["us_bank_account" as const],
      payment_method: "pm_usBankAccount",
    };
    const { account, made } = await refundOf(debit);
    const status = async () => (await bench.stripe.refunds.retrieve(made.id, {}, account)).status;
    expect(made).toMatchObject({ status: "pending", pending_reason: "processing" });
    await bench.control("POST", "clock", { advanceSeconds: 2 * 24 * 3600 });
    expect(await status()).toBe("pending");
    await bench.control("POST", "clock", { advanceSeconds: 24 * 3600 });
    expect(await status()).toBe("succeeded");
  });

  it("says after a cancellation why, and which line has brought the money back", async () => {
    const { account, made, charge } = await refundOf({ payment_method: "pm_simulator_refundRequiresAction" });
    expect(await charge()).toMatchObject({ amount_refunded: 1000 });
    expect(await bench.stripe.refunds.cancel(made.id, {}, account)).toMatchObject({
      status: "canceled",
      failure_reason: "merchant_request",
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(await charge()).toMatchObject({ amount_refunded: 0 });
    expect(await rejectionOf(bench.stripe.refunds.cancel(made.id, {}, account))).toMatchObject({
      statusCode: 400,
    });
  });
});
const aMoment = () => bench.control("POST", "clock", { advanceSeconds: 2 });

describe("application fees", () => {
  const feeOf = async (intent: Stripe.PaymentIntent) =>
    (await chargeOf(intent)).application_fee as Stripe.ApplicationFee;

  it("stay with the platform unless asked for, and are refunded in proportion", async () => {
    const intent = await pay({ application_fee_amount: 101 });
    await refund({ payment_intent: intent.id, amount: 100 });
    await aMoment();
    expect(await feeOf(intent)).toMatchObject({ amount: 101, amount_refunded: 0, refunded: false });
    await refund({ payment_intent: intent.id, amount: 250, refund_application_fee: true });
    // 101 × 250 / 1000 = 25.25
    expect(await feeOf(intent)).toMatchObject({ amount_refunded: 25, refunds: { data: [{ amount: 25 }] } });
  });

  it.each(["automatic", "manual"] as const)(
    "are there with the charge where the capture is %s (fact 3)",
    async (capture_method) => {
      const { id } = await pay({ application_fee_amount: 101, capture_method });
      if (capture_method === "manual") await bench.stripe.paymentIntents.capture(id, {}, options);
      const intent = await bench.stripe.paymentIntents.retrieve(id, {}, options);
      expect(await chargeOf(intent)).toMatchObject({ application_fee: { amount: 101 } });
      const [told] = (
        await bench.stripe.events.list({ types: ["charge.succeeded", "charge.captured"] }, options)
      ).data;
      expect(told?.data.object).toMatchObject({ application_fee: expect.stringMatching(/^fee_/) });
    },
  );

  it("are made a moment after a charge that is captured asynchronously, which then names them (fact 3)", async () => {
    const intent = await pay({ application_fee_amount: 101 });
    expect(await chargeOf(intent)).toMatchObject({ application_fee: null, application_fee_amount: 101 });
    await aMoment();
    expect(await chargeOf(intent)).toMatchObject({ application_fee: { object: "application_fee" } });
  });

  it("come back to the last cent with the refund that completes the charge (fact 5)", async () => {
    const intent = await pay({ application_fee_amount: 100 });
    const part = { payment_intent: intent.id, refund_application_fee: true };
    for (const amount of [333, 333, 334]) await refund({ ...part, amount });
    const { refunded, refunds } = await feeOf(intent);
    expect([refunded, refunds.data.map(({ amount }) => amount)]).toEqual([true, [34, 33, 33]]);
    // The last part brings back what earlier parts did not ask for.
    const other = await pay({ application_fee_amount: 100 });
    await refund({ payment_intent: other.id, amount: 900 });
    await refund({ payment_intent: other.id, amount: 100, refund_application_fee: true });
    expect(await feeOf(other)).toMatchObject({ amount_refunded: 100, refunded: true });
  });

  it("are given back by the platform alone, without a refund of the charge", async () => {
    const intent = await pay({ application_fee_amount: 100 });
    await aMoment();
    const { id } = await feeOf(intent);
    expect(await bench.stripe.applicationFees.createRefund(id, { amount: 40 })).toMatchObject({
      amount: 40,
      fee: id,
    });
    expect(await feeOf(intent)).toMatchObject({ amount_refunded: 40, refunded: false });
    const error = await rejectionOf(bench.stripe.applicationFees.createRefund(id, { amount: 61 }));
    expect(error).toMatchObject({ statusCode: 400, param: "amount" });
    expect(await bench.stripe.applicationFees.createRefund(id)).toMatchObject({ amount: 60 });
  });

  it("cannot be refunded where there is none", async () => {
    const intent = await pay();
    const error = await rejectionOf(refund({ payment_intent: intent.id, refund_application_fee: true }));
    expect(error).toMatchObject({ statusCode: 400 });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0 });
  });

  it("belong to the platform", async () => {
    const intent = await pay({ application_fee_amount: 20 });
    await aMoment();
    const { id } = await feeOf(intent);
    const charge = String(intent.latest_charge);
    expect((await bench.stripe.applicationFees.list({ charge })).data.map((fee) => fee.id)).toEqual([id]);
    expect(await rejectionOf(bench.stripe.applicationFees.retrieve(id, {}, options))).toMatchObject({
      statusCode: 404,
    });
  });
});
