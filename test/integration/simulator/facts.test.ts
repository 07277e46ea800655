import { describe, expect, it } from "vitest";
import { AUTHORIZED, CARD_USD, newReader, PAID, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

describe("fact 15: what is missing", () => {
  it("an intent is named intent, anything else id", async () => {
    expect(await rejectionOf(bench.stripe.paymentIntents.retrieve("pi_nobody", {}, options))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      param: "intent",
    });
    expect(await rejectionOf(bench.stripe.charges.retrieve("ch_nobody", {}, options))).toMatchObject({
      statusCode: 404,
      param: "id",
    });
  });

  it("an account that was taken away is a 403, like one that never was", async () => {
    const { stripeAccount } = await bench.connect();
    await bench.control("POST", `accounts/${stripeAccount}/deauthorize`);
    for (const id of [stripeAccount, "acct_nobody"]) {
      const lost = { statusCode: 403, code: "account_invalid" };
      expect(await rejectionOf(bench.stripe.accounts.retrieve(id))).toMatchObject(lost);
      const inIt = bench.stripe.paymentIntents.list({}, { stripeAccount: id });
      expect(await rejectionOf(inIt)).toMatchObject(lost);
    }
  });
});

describe("fact 16: an authorization lives", () => {
  const lifeOf = async (params: object) => {
    const intent = await bench.stripe.paymentIntents.create({ ...AUTHORIZED, ...params }, options);
    const charge = await bench.stripe.charges.retrieve(String(intent.latest_charge), {}, options);
    return (charge.payment_method_details?.card?.capture_before ?? 0) - charge.created;
  };

  it("seven days online, less for a Visa card whose owner is away", async () => {
    expect(await lifeOf({})).toBe(7 * DAY_SECONDS);
    expect(await lifeOf({ off_session: true })).toBe(4 * DAY_SECONDS + 18 * HOUR_SECONDS);
    const mastercard = { off_session: true, payment_method: "pm_card_mastercard" };
    expect(await lifeOf(mastercard)).toBe(7 * DAY_SECONDS);
  });

  it("four days and eighteen hours for a Visa card at a reader", async () => {
    const reader = await newReader(bench, options);
    // Fact 18: without a label a reader is called by its code.
    expect(reader.label).toBe("simulated-wpe");
    const { id } = await bench.stripe.paymentIntents.create(
      { ...CARD_USD, capture_method: "manual", allowed_payment_method_types: ["card_present"] },
      options,
    );
    await bench.stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: id }, options);
    await bench.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, {}, options);
    const intent = await bench.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }, options);
    const charge = intent.latest_charge as { created: number; payment_method_details: object };
    expect(charge.payment_method_details).toMatchObject({
      card_present: { capture_before: charge.created + 4 * DAY_SECONDS + 18 * HOUR_SECONDS },
    });
    // Fact 27.
    const again = bench.stripe.terminal.readers.processPaymentIntent(
      reader.id,
      { payment_intent: id },
      options,
    );
    expect(await rejectionOf(again)).toMatchObject({ code: "intent_invalid_state" });
  });
});

describe("the headers of an answer", () => {
  it("give no advice on a request that was rejected for what it says", async () => {
    const error = await rejectionOf(bench.stripe.paymentIntents.create({ ...CARD_USD, amount: 1 }, options));
    expect(error.headers).not.toHaveProperty("stripe-should-retry");
  });
});

describe("an error", () => {
  it("says where its code is explained and where its request is logged", async () => {
    const error = await rejectionOf(bench.stripe.paymentIntents.create({ ...CARD_USD, amount: 1 }, options));
    expect(error.raw).toMatchObject({
      code: "amount_too_small",
      doc_url: expect.stringMatching(/^https:\/\/docs\.stripe\.com\/error-codes#amount-too-small$/),
      request_log_url: expect.stringContaining(`/logs/${error.requestId}`),
    });
  });

  it("an error of a declined card shows the payment method and the intent, which remembers both", async () => {
    const declined = { ...PAID, payment_method: "pm_card_chargeDeclined" };
    const error = await rejectionOf(bench.stripe.paymentIntents.create(declined, options));
    expect(error.payment_method).toMatchObject({
      object: "payment_method",
      type: "card",
      card: { brand: "visa", last4: "0002" },
    });
    expect(error.payment_intent?.last_payment_error).toMatchObject({
      payment_method: { id: "pm_card_chargeDeclined" },
    });
  });
});

describe("the account of a platform's merchant (fact 17)", () => {
  it("has its dashboard's capabilities, whether they were asked for or not", async () => {
    const { capabilities } = await bench.stripe.accounts.create({
      controller: { stripe_dashboard: { type: "full" } },
      capabilities: { card_payments: { requested: true } },
    });
    expect(capabilities).toMatchObject({
      card_payments: "inactive",
      transfers: "inactive",
      us_bank_account_ach_payments: "inactive",
    });
  });
});
