import type Stripe from "stripe";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { PaymentTerms } from "../../../shared/domain/payments/payment.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";

/*
 * What is sent to the processor, parameter by parameter, and how what it lists is looked through, against a client of
 * the test's own: no server of ours that could agree with us.
 */

const sent: { call: string; parameters: unknown; options: unknown }[] = [];
let answers: Record<string, (parameters: never) => unknown> = {};

/** Any call of the client, by its path. */
const clientAt = (path: string): unknown =>
  new Proxy(() => undefined, {
    get: (_, name) => clientAt(`${path}${path && "."}${String(name)}`),
    apply: async (_, __, given: unknown[]) => {
      const [options, parameters, id] = given.toReversed();
      sent.push({
        call: path,
        parameters,
        options: { ...(options as object), ...(id !== undefined && { id }) },
      });
      return answers[path]?.(parameters as never);
    },
  });

/** The caller's own names of parameters, for a rejection that names one. */
let fields: unknown;
const call = (ask: (stripe: unknown) => Promise<unknown>, given?: unknown) => {
  fields = given;
  return ask(clientAt(""));
};
vi.doMock("../../../shared/processor/client.ts", () => ({ callProcessor: call, readFromProcessor: call }));
vi.doMock("../../../shared/runtime/secrets.ts", () => ({
  readProcessorKeys: async () => ({ applicationId: "ca_1" }),
}));
vi.stubEnv("ENVIRONMENT", "test");
vi.stubEnv("LOG_LEVEL", "SILENT");
afterAll(() => vi.unstubAllEnvs());

const { captureIntent, cancelIntent, createIntent } = await import("../../../shared/processor/intents.ts");
const { searchIntent, searchIntentInList } = await import("../../../shared/processor/intent-search.ts");
const { createRefund, findEarlierRefunds, searchRefund } = await import(
  "../../../shared/processor/refunds.ts"
);

const PAYMENT = `svcpay_${"a".repeat(32)}`;
const HOUR_MS = 3_600_000;

const intent = (given: Partial<Stripe.PaymentIntent> = {}) =>
  ({
    id: "pi_1",
    status: "requires_payment_method",
    amount: 1000,
    amount_capturable: 0,
    amount_received: 0,
    application: "ca_1",
    application_fee_amount: 55,
    capture_method: "automatic",
    client_secret: "secret",
    currency: "usd",
    last_payment_error: null,
    latest_charge: null,
    payment_method: null,
    metadata: { svcPaymentId: PAYMENT, svcEnv: "test" },
    ...given,
  }) as Stripe.PaymentIntent;

const TERMS = {
  connectedAccountId: "acct_1",
  amountCents: 1000,
  applicationFeeCents: 55,
  currency: "usd",
  captureMethod: "automatic",
} as PaymentTerms;

beforeEach(() => {
  sent.length = 0;
  answers = {
    "paymentIntents.create": () => intent(),
    "paymentIntents.capture": () => intent(),
    "paymentIntents.cancel": () => intent(),
  };
});

describe("an intent is created", () => {
  const IDENTITY = { svcPaymentId: PAYMENT, keyNumber: 3, processorKey: "key" };
  const create = async (terms: Partial<PaymentTerms>) => {
    await createIntent({ ...TERMS, ...terms }, IDENTITY);
    return sent[0]?.parameters;
  };

  it("with the caller's own name of each parameter that the processor may reject", async () => {
    await create({});
    expect(fields).toEqual({
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
    expect(sent[0]?.options).toEqual({ stripeAccount: "acct_1", idempotencyKey: "key" });
  });

  it("with the caller's metadata in order of its names, which never replaces ours", async () => {
    const metadata = { b: "2", a: "1", svcPaymentId: "forged" };
    const parameters = await create({ metadata, statementDescriptorSuffix: "ORDER 7" });
    expect(parameters).toMatchObject({
      metadata: { a: "1", b: "2", svcPaymentId: PAYMENT },
      statement_descriptor_suffix: "ORDER 7",
    });
    sent.length = 0;
    expect(JSON.stringify(await create({ metadata: { a: "1", b: "2" } }))).toBe(
      JSON.stringify(await create({ metadata: { b: "2", a: "1" } })),
    );
  });

  it("with a fee of one cent, and without one of none", async () => {
    expect(await create({ applicationFeeCents: 1 })).toMatchObject({ application_fee_amount: 1 });
    sent.length = 0;
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
    sent.length = 0;
    expect(await create({ customerRef: "cus_1" })).toMatchObject({ customer: "cus_1" });
  });

  it("never without the secret that its buyer needs", async () => {
    answers["paymentIntents.create"] = () => intent({ client_secret: null });
    await expect(create({})).rejects.toThrow("client secret");
  });
});

it("a capture names its amount and its fee, and no fee where there is none", async () => {
  const capture = { accountId: "acct_1", intentId: "pi_1", amountCents: 600, processorKey: "key" };
  await captureIntent({ ...capture, applicationFeeCents: 1 });
  await captureIntent({ ...capture, applicationFeeCents: 0 });
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    { amount_to_capture: 600, application_fee_amount: 1, expand: ["latest_charge"] },
    { amount_to_capture: 600, expand: ["latest_charge"] },
  ]);
  expect(sent[0]?.options).toEqual({ stripeAccount: "acct_1", idempotencyKey: "key", id: "pi_1" });
});

it("a cancellation names its reason where it has one", async () => {
  const cancel = { accountId: "acct_1", intentId: "pi_1", processorKey: "key" };
  await cancelIntent({ ...cancel, reason: "duplicate" });
  await cancelIntent(cancel);
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    { cancellation_reason: "duplicate", expand: ["latest_charge"] },
    { expand: ["latest_charge"] },
  ]);
});

describe("an intent that an earlier attempt may have made is looked for", () => {
  const YOUNG = { firstAt: 10 * HOUR_MS, lastAt: 10 * HOUR_MS, now: 12 * HOUR_MS };
  const OLD = { ...YOUNG, now: 12 * HOUR_MS + 1 };
  const find = async (attempts = YOUNG) => (await searchIntent(TERMS, PAYMENT, attempts))?.snapshot.intentId;
  const calls = () => sent.map(({ call: name }) => name);
  const listed = (...data: Stripe.PaymentIntent[]) => ({ data, has_more: false });
  const tooLong = () => ({ data: [intent({ metadata: {} })], has_more: true });

  it.each([
    ["may lag behind", () => ({ data: [] })],
    ["is away", () => Promise.reject(new Failure("processor_unavailable", "Away."))],
  ])("in the list while the processor's search %s, within the time of the attempts", async (_, search) => {
    answers["paymentIntents.search"] = search;
    answers["paymentIntents.list"] = () => listed(intent({ id: "pi_other", metadata: {} }), intent());
    expect(await find()).toBe("pi_1");
    expect(calls()).toEqual(["paymentIntents.search", "paymentIntents.list"]);
    expect(sent[1]?.parameters).toMatchObject({
      limit: 100,
      created: { gte: 36_000 - 300, lte: 43_200 + 300 },
      expand: ["data.latest_charge"],
    });
  });

  it("34: by search once it must have seen the last attempt", async () => {
    answers["paymentIntents.search"] = () => ({ data: [intent()] });
    expect(await find(OLD)).toBe("pi_1");
    answers["paymentIntents.search"] = () => ({ data: [] });
    expect(await find(OLD)).toBeUndefined();
    expect(calls()).toEqual(["paymentIntents.search", "paymentIntents.search"]);
  });

  it.each([
    ["of another amount", { amount: 999 }],
    ["of another currency", { currency: "eur" }],
    ["of another platform", { application: "ca_2" }],
    ["of another payment", { metadata: { svcPaymentId: PAYMENT.replace("a", "b"), svcEnv: "test" } }],
    ["of another environment", { metadata: { svcPaymentId: PAYMENT, svcEnv: "other" } }],
  ])("except for one %s", async (_, given) => {
    answers["paymentIntents.list"] = () => listed(intent(given));
    answers["paymentIntents.search"] = () => ({ data: [intent(given)] });
    expect(await find()).toBeUndefined();
    expect(await find(OLD)).toBeUndefined();
  });

  it("among several: one that can be paid before one that was canceled, which is better than none", async () => {
    const canceled = intent({ id: "pi_canceled", status: "canceled" });
    answers["paymentIntents.search"] = () => ({ data: [canceled, intent()] });
    answers["paymentIntents.list"] = () => listed(canceled, intent());
    expect([await find(), await find(OLD)]).toEqual(["pi_1", "pi_1"]);
    answers["paymentIntents.search"] = () => ({ data: [canceled] });
    answers["paymentIntents.list"] = () => listed(canceled);
    expect([await find(), await find(OLD)]).toEqual(["pi_canceled", "pi_canceled"]);
  });

  it("among several: the one that a buyer has tried to pay, and otherwise that of the latest key", async () => {
    const of = (id: string, keyNumber: string, given: Partial<Stripe.PaymentIntent> = {}) =>
      intent({
        id,
        metadata: { svcPaymentId: PAYMENT, svcEnv: "test", svcKeyNumber: keyNumber },
        ...given,
      });
    answers["paymentIntents.list"] = () => listed(of("pi_2", "2"), of("pi_3", "3"), intent());
    expect(await find()).toBe("pi_3");
    answers["paymentIntents.list"] = () => listed(intent(), of("pi_2", "1"), of("pi_3", "1"));
    expect(await find()).toBe("pi_2");
    for (const touched of [
      { payment_method: "pm_1" },
      { last_payment_error: {} },
      { latest_charge: "ch_1" },
    ]) {
      answers["paymentIntents.list"] = () => listed(of("pi_3", "3"), of("pi_2", "2", touched as never));
      expect(await find()).toBe("pi_2");
    }
    // The one of the later key was given out. Canceled since, it must not give way to one that could still be paid.
    const canceled = { status: "canceled" } as const;
    answers["paymentIntents.list"] = () => listed(of("pi_8", "8"), of("pi_9", "9", canceled), intent());
    expect(await find()).toBe("pi_9");
    answers["paymentIntents.list"] = () => listed(of("pi_2", "2", canceled), of("pi_3", "2"));
    expect(await find()).toBe("pi_3");
    answers["paymentIntents.list"] = () => listed(intent(canceled), of("pi_3", "1"));
    expect(await find()).toBe("pi_3");
  });

  it("in the list where the account has no search, and not where the account is lost", async () => {
    const rejected = (says?: "account_lost") =>
      new Failure("processor_rejected", "no", says ? { processorSays: says } : {});
    answers["paymentIntents.list"] = () => listed(intent());
    answers["paymentIntents.search"] = () => {
      throw rejected();
    };
    expect(await find(OLD)).toBe("pi_1");
    answers["paymentIntents.search"] = () => {
      throw rejected("account_lost");
    };
    await expect(find(OLD)).rejects.toMatchObject({ extras: { processorSays: "account_lost" } });
    answers["paymentIntents.search"] = () => {
      throw new Error("A bug.");
    };
    await expect(find(OLD)).rejects.toThrow("A bug.");
  });

  describe("once search must know the first attempt, but may not know the last one yet,", () => {
    const RETRIED = { firstAt: 10 * HOUR_MS, lastAt: 34 * HOUR_MS - 60_000, now: 34 * HOUR_MS };
    /** The account's intents as the list shows them, which has nothing to do with what search knows. */
    const answerWith = (searched: Stripe.PaymentIntent[], inList: Stripe.PaymentIntent[] = []) => {
      answers["paymentIntents.search"] = () => ({ data: searched });
      answers["paymentIntents.list"] = () => listed(...inList);
    };
    const other = intent({ id: "pi_2", metadata: { ...intent().metadata, svcKeyNumber: "2" } });
    const touched = intent({ id: "pi_3", payment_method: "pm_1" });

    it("34: by search, and in the list of the last two hours alone, however long ago the first attempt was", async () => {
      answerWith([]);
      expect(await find(RETRIED)).toBeUndefined();
      expect(calls()).toEqual(["paymentIntents.search", "paymentIntents.list"]);
      const oldest = (32 * HOUR_MS) / 1000;
      expect(sent[1]?.parameters).toMatchObject({ created: { gte: oldest - 300, lte: 34 * 3600 + 300 } });
    });

    it("it is found by either", async () => {
      answerWith([intent()]);
      expect(await find(RETRIED)).toBe("pi_1");
      answerWith([], [intent()]);
      expect(await find(RETRIED)).toBe("pi_1");
    });

    it("the better one of both is taken: a later key, and before all what a buyer has tried to pay", async () => {
      answerWith([intent()], [other]);
      expect(await find(RETRIED)).toBe("pi_2");
      answerWith([other], [intent()]);
      expect(await find(RETRIED)).toBe("pi_2");
      answerWith([other], [touched]);
      expect(await find(RETRIED)).toBe("pi_3");
      sent.length = 0;
      answerWith([touched], [other]);
      expect(await find(RETRIED)).toBe("pi_3");
      expect(calls()).toEqual(["paymentIntents.search"]);
    });

    it("the whole list is looked through where search is not offered", async () => {
      answerWith([], [intent()]);
      answers["paymentIntents.search"] = () => {
        throw new Failure("processor_rejected", "no");
      };
      expect(await find(RETRIED)).toBe("pi_1");
      expect(sent[1]?.parameters).toMatchObject({ created: { gte: 36_000 - 300, lte: 34 * 3600 + 300 } });
    });

    it("a search that fails in passing says nothing, whatever the list would show", async () => {
      answerWith([]);
      answers["paymentIntents.search"] = () => {
        throw new Failure("processor_unavailable", "Away.");
      };
      await expect(find(RETRIED)).rejects.toMatchObject({ code: "processor_unavailable" });
    });

    const outOfTime = () => {
      throw new Failure("service_unavailable", "There was too little time left.", {
        processorSays: "not_asked",
      });
    };
    it.each([
      ["is too long", tooLong, "processor_unavailable"],
      ["takes longer than the request may", outOfTime, "service_unavailable"],
    ])("where the list %s, only what search has found is known", async (_, list, code) => {
      answerWith([intent()]);
      answers["paymentIntents.list"] = list;
      expect(await find(RETRIED)).toBe("pi_1");
      answers["paymentIntents.search"] = () => ({ data: [] });
      await expect(find(RETRIED)).rejects.toMatchObject({ code });
    });

    it("a client that waits as long as it is told to leaves nothing that only the list would show", async () => {
      answerWith([]);
      answers["paymentIntents.list"] = tooLong;
      const failure = await find(RETRIED).catch((error: Failure) => error);
      const waitMs = ((failure as Failure).extras.retryAfterSeconds ?? 0) * 1000;
      // The attempt that was put off may have sent something itself.
      const next = { ...RETRIED, lastAt: RETRIED.now, now: RETRIED.now + waitMs };
      expect(await find(next)).toBeUndefined();
      await expect(find({ ...next, now: next.now - 1000 })).rejects.toThrow();
    });

    it("a list that fails in passing says nothing, whatever search has found: it may hold what was paid", async () => {
      answerWith([intent()]);
      answers["paymentIntents.list"] = () => {
        throw new Failure("processor_unavailable", "Away.");
      };
      await expect(find(RETRIED)).rejects.toMatchObject({ code: "processor_unavailable" });
    });
  });

  it("by search where the list is too long: fifty pages of a request, five hundred of a visit", async () => {
    answers["paymentIntents.list"] = tooLong;
    answers["paymentIntents.search"] = () => ({ data: [intent()] });
    expect(await find()).toBe("pi_1");
    expect(calls().filter((name) => name === "paymentIntents.list")).toHaveLength(50);
    expect(sent[2]?.parameters).toMatchObject({ starting_after: "pi_1" });
    answers["paymentIntents.search"] = () => ({ data: [] });
    await expect(find()).rejects.toMatchObject({
      extras: { processorSays: "list_too_long", retryAfterSeconds: 60 },
    });
    sent.length = 0;
    await expect(searchIntentInList(TERMS, PAYMENT, YOUNG)).rejects.toMatchObject({
      extras: { processorSays: "list_too_long" },
    });
    expect(sent).toHaveLength(500);
  });

  it("62: until its time is over, and what was found by then counts", async () => {
    let leftMs = 25_000;
    const untouched = { payment_method: null, last_payment_error: null, latest_charge: null };
    answers["paymentIntents.search"] = () => ({ data: [] });
    answers["paymentIntents.list"] = () => {
      leftMs -= 1000;
      return { data: [intent(leftMs === 24_000 ? untouched : { metadata: {} })], has_more: true };
    };
    const findWith = (leavesTime: boolean) =>
      runInvocation(
        () => leftMs,
        () => searchIntent(TERMS, PAYMENT, YOUNG, { leavesTime }),
      );
    expect((await findWith(false))?.snapshot.intentId).toBe("pi_1");
    // A call takes 8 s, and what comes after it 6 s.
    expect(leftMs).toBe(13_000);
    leftMs = 25_000;
    expect((await findWith(true))?.snapshot.intentId).toBe("pi_1");
    expect(leftMs).toBe(21_000);
    await expect(findWith(true)).rejects.toMatchObject({ extras: { processorSays: "list_too_long" } });
  });

  it("in a list without an end, where an open one that was met is taken at the bound, and a canceled one is not", async () => {
    const endless = (data: Stripe.PaymentIntent) => () => ({ data: [data], has_more: true });
    const untouched = { payment_method: null, last_payment_error: null, latest_charge: null };
    answers["paymentIntents.list"] = endless(intent(untouched));
    const found = await searchIntentInList(TERMS, PAYMENT, YOUNG);
    expect(found?.snapshot.intentId).toBe("pi_1");
    answers["paymentIntents.list"] = endless(intent({ ...untouched, status: "canceled" }));
    await expect(searchIntentInList(TERMS, PAYMENT, YOUNG)).rejects.toMatchObject({
      extras: { processorSays: "list_too_long" },
    });
  });
});

describe("a refund", () => {
  const REFUND = {
    accountId: "acct_1",
    intentId: "pi_1",
    amountCents: 400,
    svcPaymentId: PAYMENT,
    operationId: "op_1",
    keyNumber: 2,
    processorKey: "key",
  };
  const refund = (given: object = {}) =>
    ({
      id: "re_1",
      amount: 400,
      created: 5,
      status: "succeeded",
      payment_intent: intent(),
      metadata: { svcOperationId: "op_1", svcKeyNumber: "2" },
      ...given,
    }) as unknown as Stripe.Refund;
  const made = { refundId: "re_1", status: "succeeded", amountCents: 400, createdAt: 5000 };

  it("is sent with its amount, its reason and its fee where there are such", async () => {
    answers["refunds.create"] = () => refund();
    expect(await createRefund(REFUND)).toMatchObject({ refund: made });
    await createRefund({ ...REFUND, reason: "duplicate", refundApplicationFee: false });
    const [plain, full] = sent.map(({ parameters }) => parameters);
    expect(plain).toEqual({
      payment_intent: "pi_1",
      amount: 400,
      metadata: { svcPaymentId: PAYMENT, svcOperationId: "op_1", svcKeyNumber: "2" },
      expand: ["payment_intent.latest_charge"],
    });
    expect(full).toMatchObject({ reason: "duplicate", refund_application_fee: false });
    expect(sent[0]?.options).toEqual({ stripeAccount: "acct_1", idempotencyKey: "key" });
  });

  const SEARCH = { ...REFUND, maxPages: 2 };
  const returned = (cents: number) => {
    const charge = {
      id: "ch_1",
      amount: 1000,
      amount_captured: 1000,
      amount_refunded: cents,
      captured: true,
    };
    answers["paymentIntents.retrieve"] = () => intent({ latest_charge: charge as Stripe.Charge });
  };
  beforeEach(() => returned(0));
  const lists = (...data: Stripe.Refund[]) => {
    answers["refunds.list"] = () => ({ data, has_more: false });
  };

  it("is found by its operation", async () => {
    lists(refund({ id: "re_0", metadata: {} }), refund());
    expect(await searchRefund(SEARCH)).toMatchObject({ kind: "made", value: { refund: made } });
    expect(sent.map(({ call }) => call)).toEqual(["refunds.list", "paymentIntents.retrieve"]);
    expect(sent[0]?.parameters).toEqual({ payment_intent: "pi_1", limit: 100 });
  });

  it("has failed where its operation's did, under whichever key, and was not made where another's did", async () => {
    for (const svcKeyNumber of ["1", "2"]) {
      lists(refund({ status: "failed", metadata: { svcOperationId: "op_1", svcKeyNumber } }));
      expect(await searchRefund(SEARCH)).toMatchObject({ kind: "failed", refund: { status: "failed" } });
    }
    lists(refund({ status: "failed", metadata: { svcOperationId: "op_2", svcKeyNumber: "2" } }));
    expect(await searchRefund(SEARCH)).toEqual({ kind: "not_made" });
  });

  it("was not made only if the others add up to what the charge returned: at least those that succeeded", async () => {
    lists(
      refund({ amount: 100, metadata: {} }),
      refund({ amount: 20, status: "pending", metadata: {} }),
      refund({ amount: 3, status: "failed", metadata: null }),
    );
    for (const cents of [100, 123]) {
      returned(cents);
      expect(await searchRefund(SEARCH)).toEqual({ kind: "not_made" });
    }
    for (const cents of [99, 124]) {
      returned(cents);
      await expect(searchRefund(SEARCH)).rejects.toMatchObject({
        code: "processor_unavailable",
        extras: { retryAfterSeconds: 30 },
      });
    }
  });

  it("is looked for on every page", async () => {
    const others = refund({ id: "re_0", metadata: {}, amount: 70 });
    answers["refunds.list"] = ({ starting_after }: { starting_after?: string }) =>
      starting_after ? { data: [refund()], has_more: false } : { data: [others], has_more: true };
    expect(await searchRefund(SEARCH)).toMatchObject({ kind: "made", value: { refund: made } });
  });

  it("finds before a new one its own, also one that failed, and whether a page is full", async () => {
    const found = () => findEarlierRefunds(REFUND, "op_1");
    lists(refund({ id: "re_0", metadata: {} }), refund());
    expect(await found()).toMatchObject({ own: { refund: made }, isFull: false });
    lists(refund({ status: "failed" }));
    expect(await found()).toMatchObject({ own: { refund: { status: "failed" } } });
    lists(...Array.from({ length: 99 }, () => refund({ metadata: {} })));
    expect(await found()).toEqual({ isFull: false });
    lists(...Array.from({ length: 100 }, () => refund({ metadata: {} })));
    expect(await found()).toEqual({ isFull: true });
  });

  it("is never answered without its payment", async () => {
    answers["refunds.create"] = () => refund({ payment_intent: "pi_1" });
    await expect(createRefund(REFUND)).rejects.toThrow("without its intent");
  });
});
