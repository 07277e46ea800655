import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { AUTHORIZED, eventTypes, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

const create = (params: Stripe.PaymentIntentCreateParams) =>
  bench.stripe.paymentIntents.create(params, options);

describe("capturing", () => {
  const capture = (id: string, params: Stripe.PaymentIntentCaptureParams = {}) =>
    bench.stripe.paymentIntents.capture(id, params, options);
  const chargeOf = async (intent: Stripe.PaymentIntent) =>
    bench.stripe.charges.retrieve(String(intent.latest_charge), {}, options);

  it("takes the released remainder of a partial capture for no refund (fact 6)", async () => {
    const intent = await create({ ...AUTHORIZED, application_fee_amount: 100 });
    const captured = await capture(intent.id, { amount_to_capture: 600, application_fee_amount: 60 });
    expect(captured).toMatchObject({ amount: 1000, amount_received: 600, application_fee_amount: 60 });
    await bench.control("POST", "clock", { advanceSeconds: 2 });
    const charge = await chargeOf(captured);
    expect(charge).toMatchObject({
      amount: 1000,
      amount_captured: 600,
      amount_refunded: 0,
      application_fee_amount: 60,
      refunded: false,
    });
    const fee = await bench.stripe.applicationFees.retrieve(String(charge.application_fee));
    expect(fee).toMatchObject({
      amount: 60,
      amount_refunded: 0,
      account: options.stripeAccount,
      charge: charge.id,
    });
  });

  it("cuts an unscaled fee at the captured amount", async () => {
    const intent = await create({ ...AUTHORIZED, application_fee_amount: 500 });
    expect(await capture(intent.id, { amount_to_capture: 300 })).toMatchObject({
      application_fee_amount: 300,
    });
  });

  it("rejects too much, too little, and the wrong state", async () => {
    const intent = await create(AUTHORIZED);
    const tooMuch = await rejectionOf(capture(intent.id, { amount_to_capture: 1001 }));
    expect([tooMuch.code, tooMuch.param]).toEqual(["amount_too_large", undefined]);
    expect(await rejectionOf(capture(intent.id, { amount_to_capture: 0 }))).toMatchObject({
      param: "amount_to_capture",
    });
    await capture(intent.id);
    expect(await rejectionOf(capture(intent.id))).toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  it("lets an authorization lapse", async () => {
    const account = await bench.connect();
    const intent = await bench.stripe.paymentIntents.create(AUTHORIZED, account);
    await bench.control("POST", `payment_intents/${intent.id}/expire`);
    expect(await bench.stripe.paymentIntents.retrieve(intent.id, {}, account)).toMatchObject({
      status: "canceled",
      cancellation_reason: "expired",
    });
    expect((await eventTypes(bench.stripe, account)).slice(-2)).toEqual([
      "charge.expired",
      "payment_intent.canceled",
    ]);
  });
});
