import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { AUTHORIZED, newReader, PAID, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);
const authorize = () => bench.stripe.paymentIntents.create(AUTHORIZED, options);
const reserve = (id: string, amount: number) =>
  bench.control("POST", `payment_intents/${id}/authorize`, { amount });

describe("what is authorized", () => {
  it("may be more than was ordered, or less", async () => {
    const tipped = await authorize();
    expect(await reserve(tipped.id, 1200)).toMatchObject({ amount: 1200, amount_capturable: 1200 });
    const cut = await authorize();
    expect(await reserve(cut.id, 800)).toMatchObject({ amount: 1000, amount_capturable: 800 });
    const over = bench.stripe.paymentIntents.capture(cut.id, { amount_to_capture: 1000 }, options);
    expect(await rejectionOf(over)).toMatchObject({ code: "amount_too_large" });
    expect(await bench.stripe.paymentIntents.capture(cut.id, {}, options)).toMatchObject({
      amount_received: 800,
    });
  });

  it("has the tip in it that the buyer added on the reader", async () => {
    const reader = await newReader(bench, options);
    const { id } = await bench.stripe.paymentIntents.create(
      {
        amount: 1000,
        currency: "usd",
        capture_method: "manual",
        allowed_payment_method_types: ["card_present"],
      },
      options,
    );
    await bench.stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: id }, options);
    const tip = { amount_tip: 200 };
    await bench.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, tip, options);
    expect(await bench.stripe.paymentIntents.retrieve(id, {}, options)).toMatchObject({
      amount: 1200,
      amount_capturable: 1200,
      amount_details: { tip: { amount: 200 } },
    });
  });
});

it("a bank debit that is processing (fact 7) can be canceled: the intent's own event tells of it, and its line is taken back", async () => {
  const account = await bench.connect();
  const debit: Stripe.PaymentIntentCreateParams = {
    ...PAID,
    allowed_payment_method_types: ["us_bank_account"],
    payment_method: "pm_usBankAccount",
  };
  const { id } = await bench.stripe.paymentIntents.create(debit, account);
  const canceled = await bench.stripe.paymentIntents.cancel(id, {}, account);
  expect(canceled).toMatchObject({ status: "canceled" });
  await bench.control("POST", "clock", { advanceSeconds: 5 });
  expect(await bench.stripe.paymentIntents.retrieve(id, {}, account)).toMatchObject({ status: "canceled" });
  const lines = (await bench.stripe.balanceTransactions.list({}, account)).data;
  expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(0);
});
