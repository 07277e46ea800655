import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { CARD_USD, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

const create = (params: Stripe.PaymentIntentCreateParams) =>
  bench.stripe.paymentIntents.create(params, options);

describe("creating", () => {
  it("starts without a payment method and can be read again", async () => {
    const intent = await create({ ...CARD_USD, metadata: { order: "7" }, description: "a chair" });
    expect(intent).toMatchObject({
      object: "payment_intent",
      amount: 1000,
      status: "requires_payment_method",
      livemode: false,
      metadata: { order: "7" },
      latest_charge: null,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`));
    expect(await bench.stripe.paymentIntents.retrieve(intent.id, {}, options)).toEqual(intent);
  });

  it("leaves out the allowed types that do not go with currency and capture", async () => {
    const allowed_payment_method_types: Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType[] = [
      "card",
      "us_bank_account",
    ];
    const typesOf = async (change: object) =>
      (await create({ ...CARD_USD, allowed_payment_method_types, ...change })).payment_method_types;
    expect(await typesOf({})).toEqual(["card", "us_bank_account"]);
    expect(await typesOf({ currency: "eur" })).toEqual(["card"]);
    expect(await typesOf({ capture_method: "manual" })).toEqual(["card"]);
  });

  it("chooses the payment methods itself when none are listed, and then wants a return_url", async () => {
    const intent = await create({ amount: 1000, currency: "usd" });
    expect(intent.automatic_payment_methods).toEqual({ enabled: true, allow_redirects: "always" });
    const confirm = (params: Stripe.PaymentIntentConfirmParams) =>
      bench.stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa", ...params }, options);
    expect(await rejectionOf(confirm({}))).toMatchObject({ statusCode: 400, param: "return_url" });
    expect(await confirm({ return_url: "https://shop.example/back" })).toMatchObject({ status: "succeeded" });
  });

  it("takes a fee of nothing (fact 3)", async () => {
    expect(await create({ ...CARD_USD, application_fee_amount: 0 })).toMatchObject({
      application_fee_amount: 0,
    });
  });

  it.each([
    ["amount_too_small", "amount", { amount: 49 }],
    ["amount_too_large", "amount", { amount: 100_000_000 }],
    ["parameter_invalid_integer", "amount", { amount: 10.5 }],
    ["parameter_missing", "currency", { currency: undefined }],
    [undefined, "currency", { currency: "zzz" }],
    ["resource_missing", "customer", { customer: "cus_nobody" }],
    ["resource_missing", "payment_method", { payment_method: "pm_unheard_of" }],
    [undefined, "payment_method", { payment_method: "pm_usBankAccount" }],
    [undefined, "application_fee_amount", { application_fee_amount: 1000 }],
    ["parameter_invalid_integer", "application_fee_amount", { application_fee_amount: -1 }],
    [
      "parameters_exclusive",
      "allowed_payment_method_types",
      { automatic_payment_methods: { enabled: true } },
    ],
    [
      "payment_method_types_no_longer_supported",
      "payment_method_types",
      { allowed_payment_method_types: undefined, payment_method_types: ["card"] },
    ],
    [
      undefined,
      "allowed_payment_method_types",
      { allowed_payment_method_types: ["us_bank_account"], currency: "eur" },
    ],
    [undefined, "allowed_payment_method_types[0]", { allowed_payment_method_types: ["seashells"] }],
    [undefined, "return_url", { return_url: "https://shop.example" }],
    [undefined, "metadata", { metadata: { ["k".repeat(41)]: "v" } }],
    [undefined, "metadata", { metadata: { k: "v".repeat(501) } }],
    // Known to the processor, and of no use to a platform with direct charges.
    [undefined, "transfer_data", { transfer_data: { destination: "acct_1" } }],
    ["parameter_unknown", "shipping[planet]", { shipping: { planet: "Mars" } }],
  ])("rejects with code %s, param %s", async (code, param, change) => {
    const params = { ...CARD_USD, ...change } as unknown as Stripe.PaymentIntentCreateParams;
    const error = await rejectionOf(create(params));
    expect(error).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError" });
    expect({ code: error.code, param: error.param }).toEqual({ code, param });
  });

  it("rejects more than 50 metadata keys, counting those already there", async () => {
    const keys = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`k${from + index}`, "v"]));
    const intent = await create({ ...CARD_USD, metadata: keys(0, 50) });
    const update = (metadata: Record<string, string>) =>
      bench.stripe.paymentIntents.update(intent.id, { metadata }, options);
    expect(await rejectionOf(update({ one: "more" }))).toMatchObject({ param: "metadata" });
    expect(Object.keys((await update({ k0: "", one: "more" })).metadata)).toHaveLength(50);
  });

  it("lets an open intent have another amount or a payment method, and a paid one neither", async () => {
    const { id } = await create(CARD_USD);
    const update = (change: Stripe.PaymentIntentUpdateParams) =>
      bench.stripe.paymentIntents.update(id, change, options);
    expect(await update({ amount: 700 })).toMatchObject({ amount: 700, status: "requires_payment_method" });
    expect(await update({ payment_method: "pm_card_visa" })).toMatchObject({
      status: "requires_confirmation",
    });
    await bench.stripe.paymentIntents.confirm(id, { return_url: "https://shop.example/paid" }, options);
    expect(await rejectionOf(update({ amount: 800 }))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  it("takes a fee only from a connected account", async () => {
    const error = await rejectionOf(
      bench.stripe.paymentIntents.create({ ...CARD_USD, application_fee_amount: 10 }),
    );
    expect(error).toMatchObject({ param: "application_fee_amount" });
  });
});
