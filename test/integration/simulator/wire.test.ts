import { describe, expect, it } from "vitest";
import { CARD_USD, PAID, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

describe("the headers of an answer", () => {
  it.each([
    ["key_in_use", 409, "true"],
    ["lock_timeout", 429, "true"],
    ["rate_limit", 429, "false"],
    ["error", 500, "false"],
  ])("advise on a repetition after %s", async (kind, status, advice) => {
    await bench.control("POST", "faults", { method: "POST", path: "/v1/payment_intents", kind });
    const error = await rejectionOf(bench.stripe.paymentIntents.create(CARD_USD, options));
    expect([error.statusCode, error.headers?.["stripe-should-retry"]]).toEqual([status, advice]);
  });

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

  it("without a dashboard has only what was asked for", async () => {
    const { capabilities } = await bench.stripe.accounts.create({
      controller: { stripe_dashboard: { type: "none" }, requirement_collection: "application" },
      capabilities: { card_payments: { requested: true } },
    });
    expect(capabilities).toEqual({ card_payments: "inactive" });
  });
});
