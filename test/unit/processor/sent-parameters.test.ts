import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PaymentTerms } from "../../../shared/domain/payments/create.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { intentWith, refundWith, UNPAID } from "../../support/stripe-objects.ts";
import { RecordedClient } from "./recorded-client.ts";

/*
 * What is sent to the processor, parameter by parameter, and how what it lists is looked through, against a client of
 * the test's own: no server of ours that could agree with us.
 */

const processor = new RecordedClient().enter();
vi.doMock("../../../shared/runtime/secrets.ts", () => ({
  readProcessorKeys: async () => ({ applicationId: "ca_1" }),
}));
const { captureIntent, cancelIntent, createIntent } = await import("../../../shared/processor/intents.ts");
const { findListedIntent } = await import("../../../shared/processor/intent-search.ts");
const { createRefund, fetchRefund, searchRefunds } = await import("../../../shared/processor/refunds.ts");

const PAYMENT = `svcpay_${"a".repeat(32)}`;
const HOUR_MS = 3_600_000;

const intent = (given: Partial<Stripe.PaymentIntent> = {}) =>
  intentWith({
    ...{ ...UNPAID, application: "ca_1", application_fee_amount: 55 },
    ...{ metadata: { svcPaymentId: PAYMENT, svcEnv: "test" }, ...given },
  });
const TERMS = {
  connectedAccountId: "acct_1",
  amountCents: 1000,
  applicationFeeCents: 55,
  currency: "usd",
  captureMethod: "automatic",
} as PaymentTerms;

/** Of each call what comes last before its options. */
const parametersSent = () => processor.sent.map(({ given }) => given.at(-2));
const optionsSent = () => processor.sent[0]?.given.at(-1);

beforeEach(() => {
  processor.forget();
  for (const call of ["create", "capture", "cancel"])
    processor.answers[`paymentIntents.${call}`] = () => intent();
});

describe("an intent is created", () => {
  const IDENTITY = { svcPaymentId: PAYMENT, keyNumber: 3, processorKey: "key" };
  const create = async (terms: Partial<PaymentTerms>) => {
    await createIntent({ ...TERMS, ...terms }, IDENTITY);
    return parametersSent()[0];
  };

  it("with the caller's own name of each parameter that the processor may reject", async () => {
    await create({});
    expect(processor.fields[0]).toEqual({
      ...{ amount: "amountCents", currency: "currency", capture_method: "captureMethod" },
      ...{ allowed_payment_method_types: "paymentMethodTypes", setup_future_usage: "savePaymentMethod" },
      ...{ customer: "customerRef", "metadata[customerRef]": "customerRef", receipt_email: "receiptEmail" },
      ...{ description: "description", statement_descriptor_suffix: "statementDescriptorSuffix" },
      ...{ metadata: "metadata", "metadata[orderRef]": "orderRef", "metadata[branch]": "branch" },
    });
  });

  it("with what was ordered, under its key on its account, and nothing else", async () => {
    expect(await create({})).toEqual({
      amount: 1000,
      currency: "usd",
      capture_method: "automatic",
      automatic_payment_methods: { enabled: true },
      application_fee_amount: 55,
      metadata: { svcPaymentId: PAYMENT, svcEnv: "test", svcAmountCents: "1000", svcKeyNumber: "3" },
      expand: ["latest_charge"],
    });
    expect(optionsSent()).toEqual({ stripeAccount: "acct_1", idempotencyKey: "key" });
  });

  it("with the caller's metadata in order of its names, which never replaces ours", async () => {
    const metadata = { b: "2", a: "1", svcPaymentId: "forged" };
    const parameters = await create({ metadata, statementDescriptorSuffix: "ORDER 7" });
    expect(parameters).toMatchObject({
      metadata: { a: "1", b: "2", svcPaymentId: PAYMENT },
      statement_descriptor_suffix: "ORDER 7",
    });
    processor.sent.length = 0;
    expect(JSON.stringify(await create({ metadata: { a: "1", b: "2" } }))).toBe(
      JSON.stringify(await create({ metadata: { b: "2", a: "1" } })),
    );
  });

  it("with a fee of one cent, and without one of none", async () => {
    expect(await create({ applicationFeeCents: 1 })).toMatchObject({ application_fee_amount: 1 });
    processor.sent.length = 0;
    expect(await create({ applicationFeeCents: 0 })).not.toHaveProperty("application_fee_amount");
  });

  it("with what the merchant says of it, and as its customer's only where that is one of the account's", async () => {
    const said = { orderRef: "o-1", branch: "b-1", customerRef: "c-1" };
    const parameters = await create({ ...said, description: "d", paymentMethodTypes: ["card"] });
    expect(parameters).toMatchObject({
      description: "d",
      metadata: said,
      allowed_payment_method_types: ["card"],
    });
    expect(parameters).not.toHaveProperty("customer");
    expect(parameters).not.toHaveProperty("automatic_payment_methods");
    processor.sent.length = 0;
    expect(await create({ customerRef: "cus_1", savePaymentMethod: "off_session" })).toMatchObject({
      ...{ customer: "cus_1", setup_future_usage: "off_session" },
    });
  });

  it("never without the secret that its buyer needs", async () => {
    processor.answers["paymentIntents.create"] = () => intent({ client_secret: null });
    await expect(create({})).rejects.toThrow("client secret");
  });
});

it("a capture names its amount and its fee, and no fee where there is none", async () => {
  const capture = { accountId: "acct_1", intentId: "pi_1", amountCents: 600, processorKey: "key" };
  await captureIntent({ ...capture, applicationFeeCents: 1 });
  await captureIntent({ ...capture, applicationFeeCents: 0 });
  expect(parametersSent()).toEqual([
    { amount_to_capture: 600, application_fee_amount: 1, expand: ["latest_charge"] },
    { amount_to_capture: 600, expand: ["latest_charge"] },
  ]);
  expect(optionsSent()).toEqual({ stripeAccount: "acct_1", idempotencyKey: "key" });
  expect(processor.sent[0]?.given[0]).toBe("pi_1");
});

it("a cancellation names its reason where it has one", async () => {
  const cancel = { accountId: "acct_1", intentId: "pi_1", processorKey: "key" };
  await cancelIntent({ ...cancel, reason: "duplicate" });
  await cancelIntent(cancel);
  expect(parametersSent()).toEqual([
    { cancellation_reason: "duplicate", expand: ["latest_charge"] },
    { expand: ["latest_charge"] },
  ]);
});

describe("an intent that an earlier attempt may have made is looked for in the list", () => {
  const ATTEMPTS = { firstAt: 10 * HOUR_MS, now: 12 * HOUR_MS };
  const find = async () => (await findListedIntent(TERMS, PAYMENT, ATTEMPTS))?.snapshot.intentId;
  const shows = (...data: Stripe.PaymentIntent[]) => {
    processor.answers["paymentIntents.list"] = () => ({ data, has_more: false });
  };

  it("within the time of the attempts", async () => {
    shows(intent({ id: "pi_other", metadata: {} }), intent());
    expect(await find()).toBe("pi_1");
    expect(parametersSent()[0]).toEqual({
      limit: 100,
      created: { gte: 36_000 - 300, lte: 43_200 + 300 },
      expand: ["data.latest_charge"],
    });
  });

  it.each([
    ["of another amount", { amount: 999 }],
    ["of another currency", { currency: "eur" }],
    ["of another platform", { application: "ca_2" }],
    ["of another payment", { metadata: { svcPaymentId: PAYMENT.replace("a", "b"), svcEnv: "test" } }],
    ["of another environment", { metadata: { svcPaymentId: PAYMENT, svcEnv: "other" } }],
  ])("except for one %s", async (_, given) => {
    shows(intent(given));
    expect(await find()).toBeUndefined();
  });

  it("among several: one that can be paid before one that was canceled, which is better than none", async () => {
    const canceled = intent({ id: "pi_canceled", status: "canceled" });
    shows(canceled, intent());
    expect(await find()).toBe("pi_1");
    shows(canceled);
    expect(await find()).toBe("pi_canceled");
  });

  it("among several: the one that a buyer has tried to pay, and otherwise that of the latest key", async () => {
    const of = (id: string, keyNumber: string, given: Partial<Stripe.PaymentIntent> = {}) =>
      intent({
        id,
        metadata: { svcPaymentId: PAYMENT, svcEnv: "test", svcKeyNumber: keyNumber },
        ...given,
      });
    shows(of("pi_2", "2"), of("pi_3", "3"), intent());
    expect(await find()).toBe("pi_3");
    shows(intent(), of("pi_2", "1"), of("pi_3", "1"));
    expect(await find()).toBe("pi_2");
    for (const touched of [
      { payment_method: "pm_1" },
      { last_payment_error: {} },
      { latest_charge: "ch_1" },
    ]) {
      shows(of("pi_3", "3"), of("pi_2", "2", touched as never));
      expect(await find()).toBe("pi_2");
    }
    // The one of the later key was given out. Canceled since, it must not give way to one that could still be paid.
    const canceled = { status: "canceled" } as const;
    shows(of("pi_8", "8"), of("pi_9", "9", canceled), intent());
    expect(await find()).toBe("pi_9");
    shows(of("pi_2", "2", canceled), of("pi_3", "2"));
    expect(await find()).toBe("pi_3");
    shows(intent(canceled), of("pi_3", "1"));
    expect(await find()).toBe("pi_3");
  });

  it("62: until its time is over, and what was found by then counts", async () => {
    let leftMs = 25_000;
    const untouched = { payment_method: null, last_payment_error: null, latest_charge: null };
    processor.answers["paymentIntents.list"] = () => {
      leftMs -= 1000;
      return { data: [intent(leftMs === 24_000 ? untouched : { metadata: {} })], has_more: true };
    };
    const inTime = () => runInvocation(() => leftMs, find);
    expect(await inTime()).toBe("pi_1");
    // A call takes 8 s, and what comes after it 6 s.
    expect(leftMs).toBe(13_000);
    await expect(inTime()).rejects.toMatchObject({ extras: { retryAfterSeconds: 60 } });
  });

  it("without an end: an open one that was met is taken after 500 pages, and a canceled one is not", async () => {
    const endless = (data: Stripe.PaymentIntent) => () => ({ data: [data], has_more: true });
    const untouched = { payment_method: null, last_payment_error: null, latest_charge: null };
    processor.answers["paymentIntents.list"] = endless(intent(untouched));
    expect(await find()).toBe("pi_1");
    expect(processor.sent).toHaveLength(500);
    expect(parametersSent()[2]).toMatchObject({ starting_after: "pi_1" });
    processor.answers["paymentIntents.list"] = endless(intent({ ...untouched, status: "canceled" }));
    await expect(find()).rejects.toMatchObject({ extras: { retryAfterSeconds: 60 } });
  });
});

describe("a refund", () => {
  const REFUND = {
    ...{ accountId: "acct_1", intentId: "pi_1", amountCents: 400, svcPaymentId: PAYMENT },
    ...{ operationId: "op_1", keyNumber: 2, processorKey: "key" },
  };
  const metadata = { svcOperationId: "op_1", svcKeyNumber: "2" };
  const refund = (given: object = {}) =>
    refundWith({ amount: 400, payment_intent: intent(), metadata, ...given });
  const made = { refundId: "re_1", status: "succeeded", amountCents: 400, createdAt: 5000 };

  it("is sent with its amount, its reason and its fee where there are such", async () => {
    processor.answers["refunds.create"] = () => refund();
    expect(await createRefund(REFUND)).toMatchObject(made);
    await createRefund({ ...REFUND, reason: "duplicate", refundApplicationFee: false });
    const [plain, full] = parametersSent();
    expect(plain).toEqual({
      payment_intent: "pi_1",
      amount: 400,
      metadata: { svcPaymentId: PAYMENT, svcOperationId: "op_1", svcKeyNumber: "2" },
    });
    expect(full).toMatchObject({ reason: "duplicate", refund_application_fee: false });
    expect(optionsSent()).toEqual({ stripeAccount: "acct_1", idempotencyKey: "key" });
  });

  it("is told by the list, page by page, with its operation and what it replaces", async () => {
    const other = refund({ id: "re_2", status: "failed", metadata: { svcReplaces: "re_1" } });
    processor.answers["refunds.list"] = ({ starting_after }: { starting_after?: string }) =>
      starting_after ? { data: [refund()], has_more: false } : { data: [other], has_more: true };
    expect(await searchRefunds(REFUND)).toMatchObject([
      { refundId: "re_2", operationId: undefined, status: "failed", replaces: "re_1" },
      { ...made, operationId: "op_1" },
    ]);
    expect(parametersSent()).toEqual([
      { payment_intent: "pi_1", limit: 100 },
      { payment_intent: "pi_1", limit: 100, starting_after: "re_2" },
    ]);
  });

  it("is fetched with its payment, and never without it", async () => {
    processor.answers["refunds.retrieve"] = () => refund();
    expect(await fetchRefund("acct_1", "re_1")).toMatchObject({
      refund: made,
      snapshot: { intentId: "pi_1" },
    });
    processor.answers["refunds.retrieve"] = () => refund({ payment_intent: "pi_1" });
    await expect(fetchRefund("acct_1", "re_1")).rejects.toThrow("without its intent");
  });
});
