import { beforeEach, expect, it } from "vitest";
import { Failure, type FailureExtras } from "../../../shared/domain/failure.ts";
import { RecordedClient } from "./recorded-client.ts";

/* What is sent for accounts of v2, wallet domains, readers and confirmations, and what is made of the answer. */
const processor = new RecordedClient().enter();
const accounts = await import("../../../shared/processor/accounts.ts");
const domains = await import("../../../shared/processor/wallet-domains.ts");
const readers = await import("../../../shared/processor/readers.ts");
const { confirmIntent } = await import("../../../shared/processor/intents.ts");

beforeEach(() => processor.forget());

const ACCOUNT = { stripeAccount: "acct_1" };
const KEYED = { ...ACCOUNT, idempotencyKey: "key" };
const ONCE = { processorKey: "key", isCallersKey: true, at: 60_000 };
const rejected = (extras: FailureExtras) => new Failure("processor_rejected", "no", extras);
const answer = (call: string, ...answers: unknown[]) => {
  processor.answers[call] = () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Error) throw next;
    return next;
  };
};
const sent = () => processor.sent.map(({ call, given }) => [call, ...given]);

const v2 = { contactEmail: "p@platform.example" };
const V2_ACCOUNT = {
  ...{ contact_email: "p@platform.example", dashboard: "full", identity: { country: "US" } },
  configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
  defaults: { responsibilities: { fees_collector: "stripe", losses_collector: "stripe" } },
  metadata: { svcMerchantId: "mer_1", svcEnv: "test" },
};
const V2_KEY = { idempotencyKey: "test.mer_1.create-account.1" };
const LINK = { accountId: "acct_1", returnUrl: "https://a", refreshUrl: "https://b", processorKey: "key" };
const V2_LINK = {
  ...{ type: "account_onboarding" },
  account_onboarding: { refresh_url: "https://b", return_url: "https://a" },
};
const URLS = { return_url: "returnUrl", refresh_url: "refreshUrl" };
const expires = (expires_at: unknown) => ({ url: "https://c", expires_at });
const LINKED = { url: "https://c", expiresAt: "1970-01-01T00:01:00.000Z" };
const create = (email?: string) =>
  accounts.createAccount(
    { country: "US", ...(email && { email }), v2 },
    { merchantId: "mer_1", keyNumber: 1 },
  );

const DOMAIN = { id: "pmd_1", domain_name: "a.example", enabled: true, google_pay: { status: "active" } };
const apple_pay = { status: "inactive", status_details: { error_message: "Not verified." } };
const SHOWN_DOMAIN = {
  ...{ id: "pmd_1", domainName: "a.example", enabled: true },
  wallets: [
    { wallet: "apple_pay", status: "inactive", problem: "Not verified." },
    { wallet: "google_pay", status: "active", problem: null },
  ],
};
const NAMED = { accountId: "acct_1", domainName: "a.example", once: ONCE };

const READER = { accountId: "acct_1", readerId: "tmr_1" };
const device = (action: object | null) => ({
  ...{ id: "tmr_1", label: "Till", device_type: "s700", status: "online", location: "tml_1", action },
});
const SHOWN = { id: "tmr_1", label: "Till", deviceType: "s700", status: "online", locationId: "tml_1" };
const collecting = { status: "in_progress", failure_code: null };
const PAYING = {
  ...collecting,
  process_payment_intent: { payment_intent: { id: "pi_1", metadata: { svcPaymentId: "s" } } },
};
const PAID = {
  ...SHOWN,
  action: { status: "in_progress", intent: { intentId: "pi_1", svcPaymentId: "s" }, failureCode: null },
};
const REFUND = {
  ...{ ...READER, intentId: "pi_1", amountCents: 5, svcPaymentId: "s", operationId: "op_1" },
  ...{ keyNumber: 2, processorKey: "key", allowCancel: false },
};
const metadata = { svcPaymentId: "s", svcOperationId: "op_1", svcKeyNumber: "2" };
const EXPAND = { expand: ["action.process_payment_intent.payment_intent"] };
const INTENT = {
  ...{ id: "pi_1", status: "succeeded", amount: 1000, amount_capturable: 0, amount_received: 1000 },
  ...{ application: "ca_1", application_fee_amount: 0, capture_method: "automatic", currency: "usd" },
  ...{ last_payment_error: null, latest_charge: null, payment_method: null, metadata: {} },
};
const CHARGE = {
  ...{ accountId: "acct_1", intentId: "pi_1" },
  ...{ paymentMethodId: "pm_1", returnUrl: "https://a", processorKey: "key" },
};

it.each<[string, () => Promise<unknown>, string, unknown, unknown, readonly unknown[], object]>([
  [
    ...(["an account of v2", () => create(), "v2.core.accounts.create", { id: "acct_2" }] as const),
    ...([{ accountId: "acct_2" }, [V2_ACCOUNT, V2_KEY], { "identity.country": "country" }] as const),
  ],
  [
    ...(["an account of v2 by email", () => create("o@a.example"), "v2.core.accounts.create"] as const),
    ...([{ id: "acct_2" }, { accountId: "acct_2" }] as const),
    [{ ...V2_ACCOUNT, contact_email: "o@a.example" }, V2_KEY],
    { "identity.country": "country", contact_email: "email" },
  ],
  [
    ...(["a link of v2", () => accounts.createV2AccountLink(LINK), "v2.core.accountLinks.create"] as const),
    ...([expires("1970-01-01T00:01:00Z"), LINKED] as const),
    [{ account: "acct_1", use_case: V2_LINK }, { idempotencyKey: "key" }],
    Object.fromEntries(
      Object.entries(URLS).map(([name, ours]) => [`use_case.account_onboarding.${name}`, ours]),
    ),
  ],
  [
    ...([
      "a link",
      () => accounts.createAccountLink(LINK),
      "accountLinks.create",
      expires(60),
      LINKED,
    ] as const),
    [
      { account: "acct_1", type: "account_onboarding", return_url: "https://a", refresh_url: "https://b" },
      { idempotencyKey: "key" },
    ],
    URLS,
  ],
  [
    "a list of wallet domains",
    () => domains.listWalletDomains({ accountId: "acct_1", limit: 2, startingAfter: "pmd_0" }),
    "paymentMethodDomains.list",
    { data: [{ ...DOMAIN, apple_pay }], has_more: true },
    { items: [SHOWN_DOMAIN], hasMore: true, lastId: "pmd_1" },
    [{ limit: 2, starting_after: "pmd_0" }, ACCOUNT],
    { starting_after: "startingAfter" },
  ],
  [
    "a wallet domain's check",
    () => domains.validateWalletDomain({ accountId: "acct_1", id: "pmd_1" }),
    ...(["paymentMethodDomains.validate", { ...DOMAIN, apple_pay }, SHOWN_DOMAIN] as const),
    ...([["pmd_1", {}, ACCOUNT], {}] as const),
  ],
  [
    ...([
      "a reader",
      () => readers.fetchReader(READER),
      "terminal.readers.retrieve",
      device(PAYING),
      PAID,
    ] as const),
    ...([["tmr_1", EXPAND, ACCOUNT], {}] as const),
  ],
  [
    "a payment at a reader",
    () => readers.processIntent({ ...READER, intentId: "pi_1", processorKey: "key" }),
    ...(["terminal.readers.processPaymentIntent", device(PAYING), PAID] as const),
    ...([["tmr_1", { payment_intent: "pi_1", ...EXPAND }, KEYED], {}] as const),
  ],
  [
    "a payment at a reader with its choices",
    () =>
      readers.processIntent({
        ...{ ...READER, intentId: "pi_1", processorKey: "key", skipTipping: false, allowCancel: true },
      }),
    ...(["terminal.readers.processPaymentIntent", device(null), { ...SHOWN, action: null }] as const),
    [
      "tmr_1",
      {
        ...{ payment_intent: "pi_1", ...EXPAND },
        process_config: { skip_tipping: false, enable_customer_cancellation: true },
      },
      KEYED,
    ],
    {},
  ],
  [
    "a canceled action",
    () => readers.cancelAction({ ...READER, processorKey: "key" }),
    ...(["terminal.readers.cancelAction", device(null), { ...SHOWN, action: null }] as const),
    ...([["tmr_1", EXPAND, KEYED], {}] as const),
  ],
  [
    "a refund at a reader",
    () => readers.refundAtReader(REFUND),
    "terminal.readers.refundPayment",
    device({
      status: "succeeded",
      failure_code: "f",
      refund_payment: { payment_intent: "pi_1", metadata, refund: { id: "re_1" } },
    }),
    {
      ...SHOWN,
      action: {
        ...{ status: "succeeded", failureCode: "f", intent: { intentId: "pi_1", svcPaymentId: "s" } },
        refund: { operationId: "op_1", keyNumber: "2", refundId: "re_1" },
      },
    },
    [
      "tmr_1",
      {
        ...{ payment_intent: "pi_1", amount: 5, metadata },
        refund_payment_config: { enable_customer_cancellation: false },
      },
      KEYED,
    ],
    {},
  ],
  [
    ...(["a confirmation", () => confirmIntent(CHARGE), "paymentIntents.confirm", INTENT] as const),
    expect.objectContaining({ intentId: "pi_1", status: "succeeded" }),
    [
      "pi_1",
      {
        ...{ payment_method: "pm_1", off_session: true },
        ...{ return_url: "https://a", expand: ["latest_charge"] },
      },
      KEYED,
    ],
    { payment_method: "paymentMethodId" },
  ],
])(
  "%s is asked for with all that it needs, and answered",
  async (_, ask, call, given, answered, asked, fields) => {
    answer(call, given);
    expect(await ask()).toEqual(answered);
    expect(sent()).toEqual([[call, ...asked]]);
    expect(processor.fields).toEqual([fields]);
  },
);

it.each([
  ["requires_action", {}, { code: "payment_declined", extras: { processorCode: "authentication_required" } }],
  [
    "requires_payment_method",
    { last_payment_error: { code: "card_declined", decline_code: "expired_card" } },
    { code: "payment_declined", extras: { declineCode: "expired_card" } },
  ],
  ["canceled", {}, { code: "payment_not_collectable", extras: { processorSays: "rejected" } }],
])("a confirmation that has left its intent as %s is none", async (status, given, failure) => {
  answer("paymentIntents.confirm", { ...INTENT, status, ...given });
  await expect(confirmIntent(CHARGE)).rejects.toMatchObject(failure);
});

it.each([
  [
    "reader_busy",
    new Failure("reader_busy", "x"),
    { code: "reader_busy", message: /^The reader is busy\. / },
  ],
  [
    "reader_offline",
    new Failure("reader_offline", "x"),
    { code: "reader_offline", message: /is offline, so nothing was sent/ },
  ],
  [
    "a payment for no reader",
    new Failure("payment_not_collectable", "x"),
    { message: /^A reader cannot collect/ },
  ],
  [
    "a timeout",
    rejected({ processorCode: "terminal_reader_timeout" }),
    { code: "processor_unavailable", message: /./ },
  ],
  ["a missing reader", rejected({ processorSays: "missing" }), { code: "not_found", message: /./ }],
  [
    "any other rejection",
    rejected({ processorSays: "rejected" }),
    { code: "processor_rejected", message: /^no$/ },
  ],
])("a reader's answer of %s is explained", async (_, failure, { message, ...expected }) => {
  answer("terminal.readers.retrieve", failure);
  await expect(readers.fetchReader(READER)).rejects.toMatchObject({
    ...{ message: expect.stringMatching(message), ...expected },
  });
});

it("a reader that was deleted is not found", async () => {
  answer("terminal.readers.retrieve", { id: "tmr_1", deleted: true });
  await expect(readers.fetchReader(READER)).rejects.toMatchObject({ code: "not_found" });
});

const LOOK = ["paymentMethodDomains.list", { domain_name: "a.example", limit: 1 }, ACCOUNT];
const MAKE = ["paymentMethodDomains.create", { domain_name: "a.example", enabled: true }, KEYED];
const registered = (outcome: string) => ({
  outcome,
  domain: { ...SHOWN_DOMAIN, wallets: [SHOWN_DOMAIN.wallets[1]] },
});
const listed = (...data: object[]) => ({ data, has_more: false });

it.each([
  ["is made", [listed()], DOMAIN, "registered", [LOOK, MAKE]],
  ["is known", [listed(DOMAIN)], DOMAIN, "known", [LOOK]],
  [
    ...(["is enabled", [listed({ ...DOMAIN, enabled: false })], DOMAIN, "known"] as const),
    [LOOK, ["paymentMethodDomains.update", "pmd_1", { enabled: true }, ACCOUNT]],
  ],
  [
    ...(["was made meanwhile", [listed(), listed(DOMAIN)], rejected({ processorSays: "rejected" })] as const),
    ...(["registered", [LOOK, MAKE, LOOK]] as const),
  ],
])("a wallet domain that %s is answered once", async (_, lists, made, outcome, asked) => {
  answer("paymentMethodDomains.list", ...lists);
  answer("paymentMethodDomains.create", made);
  answer("paymentMethodDomains.update", DOMAIN);
  expect(await domains.registerWalletDomain(NAMED)).toEqual(registered(outcome));
  expect(sent()).toEqual(asked);
});

it("a wallet domain's rejection is passed on where there is none, and so is a fault without a look", async () => {
  answer("paymentMethodDomains.list", listed());
  answer("paymentMethodDomains.create", rejected({ processorSays: "rejected" }));
  await expect(domains.registerWalletDomain(NAMED)).rejects.toMatchObject({ code: "processor_rejected" });
  processor.forget();
  answer("paymentMethodDomains.list", listed());
  answer("paymentMethodDomains.create", new Failure("processor_unavailable", "away"));
  await expect(domains.registerWalletDomain(NAMED)).rejects.toMatchObject({ code: "processor_unavailable" });
  expect(sent()).toEqual([LOOK, MAKE]);
  answer("paymentMethodDomains.validate", rejected({ processorSays: "missing" }));
  const check = () => domains.validateWalletDomain({ accountId: "acct_1", id: "pmd_1" });
  await expect(check()).rejects.toMatchObject({ code: "not_found" });
  answer("paymentMethodDomains.validate", rejected({ processorSays: "rejected" }));
  await expect(check()).rejects.toMatchObject({ code: "processor_rejected" });
  processor.forget();
  for (const id of ["x/../y", "..", `pmd_${"1".repeat(300)}`])
    await expect(domains.validateWalletDomain({ accountId: "acct_1", id })).rejects.toMatchObject({
      code: "not_found",
    });
  expect(sent()).toEqual([]);
});
