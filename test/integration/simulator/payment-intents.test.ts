import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import {
  AUTHORIZED,
  CARD_USD,
  clientOf,
  eventTypes,
  newReader,
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

describe("confirming", () => {
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
    const { id, client_secret } = await create({ ...CARD_USD, metadata: { order: "7" } });
    const proof = { client_secret: client_secret ?? "" };
    const confirmed = await browser.paymentIntents.confirm(
      id,
      { payment_method: "pm_card_visa", ...proof } as Stripe.PaymentIntentConfirmParams,
      options,
    );
    const seen = await browser.paymentIntents.retrieve(id, proof, options);
    // Fact 2.
    for (const shown of [confirmed, seen])
      expect([shown.id, shown.status, shown.metadata]).toEqual([id, "succeeded", undefined]);
    expect(await rejectionOf(browser.paymentIntents.retrieve(id, {}, options))).toMatchObject({
      param: "client_secret",
    });
    expect(await rejectionOf(browser.paymentIntents.create(CARD_USD, options))).toMatchObject({
      statusCode: 401,
      code: "secret_key_required",
    });
  });
});

describe("capturing", () => {
  const capture = (id: string, params: Stripe.PaymentIntentCaptureParams = {}) =>
    bench.stripe.paymentIntents.capture(id, params, options);
  const chargeOf = async (intent: Stripe.PaymentIntent) =>
    bench.stripe.charges.retrieve(String(intent.latest_charge), {}, options);

  it("has the fee that it names, and of an unscaled one as much as was captured", async () => {
    const intent = await create({ ...AUTHORIZED, application_fee_amount: 500 });
    expect(await capture(intent.id, { amount_to_capture: 300 })).toMatchObject({
      ...{ amount: 1000, amount_received: 300, application_fee_amount: 300 },
    });
    const scaled = await create({ ...AUTHORIZED, application_fee_amount: 100 });
    const captured = await capture(scaled.id, { amount_to_capture: 600, application_fee_amount: 60 });
    await bench.control("POST", "clock", { advanceSeconds: 2 });
    const { application_fee } = await chargeOf(captured);
    expect(await bench.stripe.applicationFees.retrieve(String(application_fee))).toMatchObject({
      amount: 60,
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
    const { id } = await create(AUTHORIZED);
    await bench.control("POST", `payment_intents/${id}/expire`);
    expect(await bench.stripe.paymentIntents.retrieve(id, {}, options)).toMatchObject({
      ...{ status: "canceled", cancellation_reason: "expired" },
    });
  });
});
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

  it("has the tip of the card that was accepted in it, and none of a card that was declined before", async () => {
    const reader = await newReader(bench, options);
    const order = { ...CARD_USD, allowed_payment_method_types: ["card_present"] as ["card_present"] };
    const { id } = await bench.stripe.paymentIntents.create(order, options);
    const present = async (number: string, amount_tip: number) => {
      await bench.stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: id }, options);
      const card = { type: "card_present", card_present: { number }, amount_tip } as const;
      await bench.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, card, options);
      return bench.stripe.paymentIntents.retrieve(id, {}, options);
    };
    expect(await present("4000000000000002", 200)).toMatchObject({
      status: "requires_payment_method",
      amount_details: { tip: { amount: 200 } },
    });
    await bench.stripe.paymentIntents.update(id, { amount: 900 }, options);
    await present("4000000000000002", 300);
    expect(await present("4242424242424242", 150)).toMatchObject({
      amount: 1050,
      amount_received: 1050,
      amount_details: { tip: { amount: 150 } },
    });
  });
});

describe("the last decline", () => {
  const decline = async (more: object = {}) => {
    const declined = create({ ...PAID, payment_method: "pm_card_chargeDeclined", ...more });
    const { payment_intent } = await rejectionOf(declined);
    expect(payment_intent?.last_payment_error).toMatchObject({ code: "card_declined" });
    return payment_intent?.id ?? "";
  };

  it.each([
    ["is held", "pm_card_visa", "requires_capture"],
    ["waits for the customer", "pm_card_authenticationRequired", "requires_action"],
  ])("is no longer on an intent that %s", async (_, payment_method, status) => {
    const id = await decline({ capture_method: "manual" });
    const intent = await bench.stripe.paymentIntents.confirm(id, { payment_method }, options);
    expect(intent).toMatchObject({ status, last_payment_error: null });
  });

  it("is no longer on an intent that is updated for any reason", async () => {
    const id = await decline();
    const intent = await bench.stripe.paymentIntents.update(id, { description: "a chair" }, options);
    expect(intent).toMatchObject({ status: "requires_payment_method", last_payment_error: null });
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
