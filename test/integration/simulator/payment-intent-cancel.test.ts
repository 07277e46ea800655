import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { CARD_USD, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

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
