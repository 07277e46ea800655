import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { AUTHORIZED, CARD_USD, eventTypes, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

describe("canceling", () => {
  const cancel = (id: string, params: Stripe.PaymentIntentCancelParams = {}) =>
    bench.stripe.paymentIntents.cancel(id, params, options);

  it("releases an authorization without ever capturing it", async () => {
    const { id } = await bench.stripe.paymentIntents.create(AUTHORIZED, options);
    const canceled = await cancel(id, { cancellation_reason: "abandoned", expand: ["latest_charge"] });
    expect(canceled).toMatchObject({
      status: "canceled",
      cancellation_reason: "abandoned",
      amount_capturable: 0,
      latest_charge: { captured: false, amount_refunded: 0, refunded: false },
    });
    expect((await eventTypes(bench.stripe, options)).slice(-2)).toEqual([
      "payment_intent.amount_capturable_updated",
      "payment_intent.canceled",
    ]);
    expect(await rejectionOf(cancel(id))).toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  it("ends an intent that nobody has paid", async () => {
    const { id } = await bench.stripe.paymentIntents.create(CARD_USD, options);
    expect(await cancel(id)).toMatchObject({ status: "canceled", cancellation_reason: null });
    const confirm = bench.stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }, options);
    expect(await rejectionOf(confirm)).toMatchObject({ code: "payment_intent_unexpected_state" });
  });
});

describe("updating", () => {
  it("changes the amount only while nothing is paid", async () => {
    const { id } = await bench.stripe.paymentIntents.create(CARD_USD, options);
    const update = (params: Stripe.PaymentIntentUpdateParams) =>
      bench.stripe.paymentIntents.update(id, params, options);
    expect(await update({ amount: 2000, payment_method: "pm_card_visa" })).toMatchObject({
      amount: 2000,
      status: "requires_confirmation",
    });
    await bench.stripe.paymentIntents.confirm(id, {}, options);
    expect(await rejectionOf(update({ amount: 3000 }))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    expect(await update({ description: "late note" })).toMatchObject({
      description: "late note",
      amount: 2000,
    });
  });
});
