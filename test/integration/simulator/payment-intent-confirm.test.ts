import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import {
  CARD_USD,
  clientOf,
  eventTypes,
  PAID,
  PUBLISHABLE_KEY,
  rejectionOf,
  useAccount,
  useBench,
} from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

const create = (params: Stripe.PaymentIntentCreateParams) =>
  bench.stripe.paymentIntents.create(params, options);

describe("confirming", () => {
  it("creates the intent even if its immediate confirmation is declined", async () => {
    const error = await rejectionOf(create({ ...PAID, payment_method: "pm_card_chargeDeclined" }));
    const { id } = error.payment_intent as Stripe.PaymentIntent;
    expect((await bench.stripe.paymentIntents.retrieve(id, {}, options)).status).toBe(
      "requires_payment_method",
    );
  });

  it("asks for authentication first, and a second confirmation completes it", async () => {
    const intent = await create({ ...PAID, payment_method: "pm_card_authenticationRequired" });
    expect(intent).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
    const done = await bench.stripe.paymentIntents.confirm(intent.id, {}, options);
    expect(done).toMatchObject({ status: "succeeded", next_action: null });
  });

  it("declines what needs authentication when the buyer is not there", async () => {
    const params = { ...PAID, payment_method: "pm_card_authenticationRequired", off_session: true };
    expect(await rejectionOf(create(params))).toMatchObject({
      code: "authentication_required",
      statusCode: 402,
    });
  });

  it("lets a bank debit fail a moment later (fact 21)", async () => {
    const account = await bench.connect();
    const intent = await bench.stripe.paymentIntents.create(
      {
        ...PAID,
        allowed_payment_method_types: ["us_bank_account"],
        payment_method: "pm_usBankAccount_insufficientFunds",
      },
      account,
    );
    expect(intent.status).toBe("processing");
    await bench.control("POST", "clock", { advanceSeconds: 2 });
    expect(
      await bench.stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] }, account),
    ).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "insufficient_funds" },
      latest_charge: { status: "failed", captured: false },
    });
    expect((await eventTypes(bench.stripe, account)).slice(-2)).toEqual([
      "charge.failed",
      "payment_intent.payment_failed",
    ]);
  });

  it("does not confirm twice", async () => {
    const intent = await create(PAID);
    const error = await rejectionOf(bench.stripe.paymentIntents.confirm(intent.id, {}, options));
    expect(error).toMatchObject({
      code: "payment_intent_unexpected_state",
      payment_intent: { id: intent.id },
    });
  });

  it("lets a browser confirm and read with the client secret, and nothing else", async () => {
    const browser = clientOf(bench.simulator.url, PUBLISHABLE_KEY);
    const { id, client_secret } = await create(CARD_USD);
    const proof = { client_secret: client_secret ?? "" };
    const confirmed = await browser.paymentIntents.confirm(
      id,
      { payment_method: "pm_card_visa", ...proof } as Stripe.PaymentIntentConfirmParams,
      options,
    );
    expect(confirmed.status).toBe("succeeded");
    expect((await browser.paymentIntents.retrieve(id, proof, options)).id).toBe(id);
    expect(await rejectionOf(browser.paymentIntents.retrieve(id, {}, options))).toMatchObject({
      param: "client_secret",
    });
    expect(await rejectionOf(browser.paymentIntents.create(CARD_USD, options))).toMatchObject({
      statusCode: 401,
      code: "secret_key_required",
    });
  });
});
