import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { PAID, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const aMoment = () => bench.control("POST", "clock", { advanceSeconds: 2 });
const options = useAccount(bench);

const pay = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  bench.stripe.paymentIntents.create({ ...PAID, ...params }, options);
const refund = (params: Stripe.RefundCreateParams) => bench.stripe.refunds.create(params, options);
const chargeOf = (intent: Stripe.PaymentIntent) =>
  bench.stripe.charges.retrieve(String(intent.latest_charge), { expand: ["application_fee"] }, options);

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

  it("are made a moment after the charge, which then names them (fact 3)", async () => {
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
  });

  it("all come back with the last part, also what earlier parts did not ask for (fact 5)", async () => {
    const intent = await pay({ application_fee_amount: 100 });
    await refund({ payment_intent: intent.id, amount: 900 });
    await refund({ payment_intent: intent.id, amount: 100, refund_application_fee: true });
    expect(await feeOf(intent)).toMatchObject({ amount_refunded: 100, refunded: true });
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
