import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { RecordedClient } from "./recorded-client.ts";

const processor = new RecordedClient().enter();
vi.doMock("../../../shared/runtime/secrets.ts", () => ({
  readProcessorKeys: async () => ({ publishableKey: "pk_1" }),
}));
const customers = await import("../../../shared/processor/customers.ts");
const { mailReceipt } = await import("../../../shared/processor/payment-details.ts");

const DAY_MS = 86_400_000;
const ACCOUNT = { stripeAccount: "acct_1" };
const KEYED = { ...ACCOUNT, idempotencyKey: "key" };
const ONCE = { processorKey: "key", isCallersKey: true, at: 3 * DAY_MS + 999 };
const ONE = { accountId: "acct_1", customerId: "cus_1" };
const METHOD = { ...ONE, methodId: "pm_1" };
const failed = (processorSays: "missing" | "rejected" | "saved_error") =>
  new Failure(processorSays === "saved_error" ? "processor_unavailable" : "processor_rejected", "no", {
    processorSays,
  });
const answer = (call: string, ...answers: unknown[]) => {
  processor.answers[call] = () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Error) throw next;
    return next;
  };
};
const customer = (metadata: object = {}) => ({ id: "cus_1", metadata: { svcEnv: "test", ...metadata } });
const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 };
const method = (of: unknown = "cus_1") => ({ id: "pm_1", type: "card", card, customer: of });
const SHOWN = {
  ...{ customerId: "cus_1", paymentMethodId: "pm_1", type: "card", brand: "visa", last4: "4242" },
  ...{ expMonth: 12, expYear: 2030 },
};

beforeEach(() => {
  processor.forget();
  answer("customers.create", customer({ customerRef: "c-1" }));
  answer("customers.retrieve", customer());
  answer("setupIntents.create", { id: "seti_1", client_secret: "secret" });
  answer("customers.listPaymentMethods", { data: [method(), { id: "pm_2", type: "link" }] });
  answer("paymentMethods.retrieve", method());
});

const sent = () => processor.sent.map(({ call, given }) => [call, ...given]);

describe("what is asked of the processor, and what is answered:", () => {
  const CREATED = { customerId: "cus_1", customerRef: "c-1" };
  const SETUP = {
    ...{ setupIntentId: "seti_1", clientSecret: "secret" },
    ...{ connectedAccountId: "acct_1", publishableKey: "pk_1" },
  };
  const NEW = { accountId: "acct_1", once: ONCE };
  const metadata = { svcEnv: "test", svcOperationId: "key" };
  const setup = {
    ...{ customer: "cus_1", usage: "off_session" },
    ...{ automatic_payment_methods: { enabled: true }, metadata: { svcEnv: "test" } },
  };
  const none = { brand: null, last4: null, expMonth: null, expYear: null };
  const query = 'metadata["customerRef"]:"a\\"b\\\\c" AND metadata["svcEnv"]:"test"';

  it.each<[string, () => Promise<unknown>, unknown, unknown[][]]>([
    [
      "a new customer with all that is known",
      () => customers.createCustomer({ ...NEW, customerRef: "c-1", email: "a@b.example", name: "A" }),
      CREATED,
      [
        [
          "customers.create",
          { email: "a@b.example", name: "A", metadata: { customerRef: "c-1", ...metadata } },
          KEYED,
        ],
      ],
    ],
    [
      "a new customer of whom nothing is known, without a key of the caller's",
      () => customers.createCustomer({ ...NEW, once: { ...ONCE, isCallersKey: false } }),
      CREATED,
      [["customers.create", { metadata: { svcEnv: "test" } }, KEYED]],
    ],
    [
      "a search",
      () => customers.searchCustomers({ accountId: "acct_1", customerRef: 'a"b\\c' }),
      [{ customerId: "cus_1", customerRef: 'a"b\\c' }],
      [["customers.search", { query, limit: 100 }, ACCOUNT]],
    ],
    [
      "a deletion",
      () => customers.deleteCustomer(ONE),
      { customerId: "cus_1", customerRef: null },
      [
        ["customers.retrieve", "cus_1", {}, ACCOUNT],
        ["customers.del", "cus_1", {}, ACCOUNT],
      ],
    ],
    [
      "a setup",
      () => customers.createSetup({ ...ONE, once: ONCE }),
      SETUP,
      [["setupIntents.create", setup, KEYED]],
    ],
    [
      "a list of methods",
      () => customers.listSavedMethods(ONE),
      [SHOWN, { ...SHOWN, paymentMethodId: "pm_2", type: "link", ...none }],
      [["customers.listPaymentMethods", "cus_1", { limit: 100 }, ACCOUNT]],
    ],
    [
      "a detached method",
      () => customers.detachMethod(METHOD),
      SHOWN,
      [
        ["paymentMethods.retrieve", "pm_1", {}, ACCOUNT],
        ["paymentMethods.detach", "pm_1", {}, ACCOUNT],
      ],
    ],
    [
      "a receipt",
      () => mailReceipt({ accountId: "acct_1", chargeId: "ch_1", email: "a@b.example" }),
      undefined,
      [["charges.update", "ch_1", { receipt_email: "a@b.example" }, ACCOUNT]],
    ],
  ])("%s", async (_, ask, answered, asked) => {
    const refs = ['a"b\\c', 'A"B\\C', undefined];
    answer("customers.search", { data: refs.map((customerRef) => customer({ customerRef })) });
    expect(await ask()).toEqual(answered);
    expect(sent()).toEqual(asked);
  });

  it("fields of a customer and of a receipt have our names", async () => {
    await customers.createCustomer(NEW);
    await mailReceipt({ accountId: "acct_1", chargeId: "ch_1", email: "a@b.example" });
    expect(processor.fields).toEqual([
      { email: "email", name: "name", "metadata[customerRef]": "customerRef" },
      { receipt_email: "email" },
    ]);
  });
});

describe("a customer that a stuck key may have made", () => {
  const create = () => customers.createCustomer({ accountId: "acct_1", once: ONCE });
  const listed = (svcOperationId: string) => ({ data: [customer({ svcOperationId })], has_more: false });

  it("is found among those of the last two days by its mark, and otherwise made under another key", async () => {
    answer("customers.create", failed("saved_error"), customer());
    answer("customers.list", listed("key"));
    await create();
    expect(sent()[1]).toEqual(["customers.list", { limit: 100, created: { gte: 86_400 } }, ACCOUNT]);
    expect(processor.sent).toHaveLength(2);
    answer("customers.create", failed("saved_error"), customer());
    answer("customers.list", listed("other"));
    await create();
    expect(sent().at(-1)?.[2]).toEqual({ ...ACCOUNT, idempotencyKey: "key.4320" });
  });

  it("is looked for in twenty pages", async () => {
    answer("customers.create", failed("saved_error"));
    answer("customers.list", { ...listed("other"), has_more: true });
    await expect(create()).rejects.toMatchObject({ extras: { retryAfterSeconds: 60 } });
    expect(processor.sent).toHaveLength(21);
  });
});

describe("what the account does not have is not found,", () => {
  const askAll = {
    "customers.retrieve": () => customers.deleteCustomer(ONE),
    "setupIntents.create": () => customers.createSetup({ ...ONE, once: ONCE }),
    "customers.listPaymentMethods": () => customers.listSavedMethods(ONE),
    "paymentMethods.retrieve": () => customers.detachMethod(METHOD),
  };

  it.each(Object.entries(askAll))("by the processor's word to %s alone", async (call, ask) => {
    answer(call, failed("missing"));
    await expect(ask()).rejects.toMatchObject({ code: "not_found" });
    answer(call, failed("rejected"));
    await expect(ask()).rejects.toMatchObject({ code: "processor_rejected" });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a customer's id of another form", () => customers.listSavedMethods({ ...ONE, customerId: "x/../y" })],
    ["a method's id of another form", () => customers.detachMethod({ ...METHOD, methodId: "x/../y" })],
  ])("%s is not even sent", async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: "not_found" });
    expect(processor.sent).toEqual([]);
  });

  it.each([
    ["customers.retrieve", { id: "cus_1", deleted: true, metadata: { svcEnv: "test" } }],
    ["customers.retrieve", customer({ svcEnv: "other" })],
    ["paymentMethods.retrieve", method("cus_2")],
    ["paymentMethods.retrieve", method({ id: "cus_2" })],
    ["paymentMethods.retrieve", method(null)],
  ] as const)("what %s shows as %j is not changed either", async (call, shown) => {
    answer(call, shown);
    await expect(askAll[call]()).rejects.toMatchObject({ code: "not_found" });
    expect(processor.sent).toHaveLength(1);
  });

  it("a method names its customer also as an object", async () => {
    answer("paymentMethods.retrieve", method({ id: "cus_1" }));
    expect(await customers.detachMethod(METHOD)).toEqual(SHOWN);
  });
});

it("a setup is never answered without its secret", async () => {
  answer("setupIntents.create", { id: "seti_1", client_secret: null });
  await expect(customers.createSetup({ ...ONE, once: ONCE })).rejects.toThrow("client secret");
});
