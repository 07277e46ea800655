import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { merchantKey, paymentKey, timeSort } from "../../../shared/ledger/table.ts";
import type { ProcessorEvent } from "../../../shared/processor/events.ts";
import { FakeWorld, MINUTE_MS, PAYMENT_ID as PAYMENT } from "../../support/fake-world.ts";
import { stripeEventWith } from "../../support/stripe-objects.ts";

/* Whose an event is and what it is about, decision by decision; the processor is asked only where an object is named. */
const METADATA = { svcPaymentId: PAYMENT, svcEnv: "test" };
const world = new FakeWorld().enter();

let intents: Record<string, unknown> = {};
const charges: Record<string, string | null> = { ch_1: "pi_1", ch_own: null };
let fault: Failure | undefined;
const shownAccounts = new Set<string>();
const find = <T>(known: Record<string, T>, id: string): T => {
  if (fault) throw fault;
  if (!(id in known)) throw new Failure("processor_rejected", "None.", { processorSays: "missing" });
  return known[id] as T;
};
const stripe = {
  accounts: {
    retrieve: async (id: string) => {
      if (shownAccounts.has(id)) return { id, metadata: {} };
      throw new Failure("processor_rejected", "None.", { processorCode: "account_invalid" });
    },
  },
  v2: {
    core: {
      accounts: {
        retrieve: async (id: string) => {
          if (id === "acct_staging") return { metadata: { svcEnv: "staging", svcMerchantId: "mer_1" } };
          throw new Failure("processor_rejected", "None.", { processorSays: "missing" });
        },
      },
    },
  },
  charges: { retrieve: async (id: string) => ({ payment_intent: find(charges, id) }) },
  paymentIntents: {
    retrieve: async (id: string) => ({
      metadata: find(intents, id),
      application: "ca_ours",
      created: CREATED,
    }),
  },
};
/** When intents are created, in seconds. */
const CREATED = 1_780_000_000;
world.askMadeUp(stripe);
const { identifyEvent } = await import("../../../shared/flows/events/identify-event.ts");
const { composeAccountEvent } = await import("../../../shared/processor/account-events.ts");
const { parseEvent } = await import("../../../shared/processor/events.ts");

type Told = Partial<Omit<Stripe.Event, "data" | "type" | "object">> & { type?: string; object?: unknown };

function identify({ object, ...told }: Told = {}, isRecorded = false) {
  const ours = { object: "payment_intent", id: "pi_1", metadata: METADATA };
  const event = stripeEventWith(object ?? ours, { created: Math.floor(world.now / 1000) - 3600, ...told });
  const parsed = parseEvent(Buffer.from(JSON.stringify(event)));
  return identifyEvent({ event: parsed, source: "webhook", at: world.now, isRecorded });
}

/** What the payment's record says. */
const store = (given: Record<string, unknown> = {}) => world.putPayment(given);

const aboutOf = async (told: Told = {}) => {
  const identified = await identify(told);
  if (identified.kind !== "identified") return identified.kind;
  return "as" in identified.about ? identified.about.as : identified.about.kind;
};

beforeEach(() => {
  fault = undefined;
  world.applicationId = undefined;
  world.isLive = false;
  shownAccounts.clear();
  shownAccounts.add("acct_other");
  intents = { pi_1: METADATA };
  world.table.put({ ...merchantKey("mer_1"), merchantId: "mer_1" }, {});
  world.putAccount("mer_1", "acct_1");
  store();
});

it("an event that we composed while its account was not shown comes too early once it is", async () => {
  const composed = { eventId: "evt_1", type: "account.application.deauthorized", accountId: "acct_1" };
  const event = { ...composed, livemode: false, createdAt: 0, subject: { kind: "account" }, isUnseen: true };
  const arrived = { event: event as unknown as ProcessorEvent, source: "webhook" as const, at: world.now };
  expect(await identifyEvent(arrived)).toMatchObject({ kind: "identified" });
  shownAccounts.add("acct_1");
  expect(await identifyEvent(arrived)).toEqual({ kind: "too_early" });
});

describe("an event is not for us", () => {
  it.each<[string, Told, string]>([
    ["of a type that nobody follows", { type: "customer.created" }, "type"],
    ["of the platform itself", { account: undefined as unknown as string }, "account"],
    [
      "of a payment of another environment",
      { object: { object: "payment_intent", id: "pi_1", metadata: { ...METADATA, svcEnv: "other" } } },
      "environment",
    ],
  ])("where it is %s", async (_, told, because) => {
    expect(await identify(told)).toEqual({ kind: "not_for_us", because });
  });

  it("a live event under a test key fails: a redelivery may find the right key", async () => {
    await expect(identify({ livemode: true })).rejects.toMatchObject({ code: "service_unavailable" });
  });

  it("where it is a test event, and the ledger is of real money", async () => {
    world.isLive = true;
    expect(await identify()).toEqual({ kind: "not_for_us", because: "mode" });
    expect(await identify({ livemode: true })).toMatchObject({ kind: "identified" });
  });

  it("where its merchant is erased, unless it was recorded before", async () => {
    world.change(merchantKey("mer_1"), { erasedAt: 1 });
    expect(await identify()).toEqual({ kind: "not_for_us", because: "erased" });
    expect(await identify({}, true)).toMatchObject({ kind: "identified", about: { kind: "payment" } });
  });
});

it("an event about a payment that the ledger does not have is too early for a quarter of an hour, and then about an unknown one", async () => {
  world.table.expire(paymentKey(PAYMENT));
  const createdBefore = (ms: number) => ({ created: (world.now - ms) / 1000 });
  expect(await identify(createdBefore(15 * MINUTE_MS))).toEqual({ kind: "too_early" });
  expect(await identify(createdBefore(15 * MINUTE_MS + 1000))).toMatchObject({
    ...{ kind: "identified", about: { as: "unknown_payment" }, isFresh: false },
  });
  store();
  expect(await identify(createdBefore(15 * MINUTE_MS))).toMatchObject({ kind: "identified", isFresh: true });
});

it.each([
  ["that the processor does not show yet is too early", "acct_hidden", "account.updated", "too_early"],
  ["that is another's is not for us", "acct_other", "account.updated", "not_for_us"],
  ["that it says has left is not for us", "acct_hidden", "account.application.deauthorized", "not_for_us"],
])("a fresh event of an unknown account %s", async (_, account, type, fresh) => {
  const object = { object: type === "account.updated" ? "account" : "application", id: account };
  const told = (ms: number) => identify({ account, type, object, created: (world.now - ms) / 1000 });
  expect((await told(15 * MINUTE_MS)).kind).toBe(fresh);
  expect((await told(15 * MINUTE_MS + 1000)).kind).toBe("not_for_us");
});

it.each([
  ["does not name either is too early", "acct_hidden", "too_early"],
  ["names as another environment's is not for us", "acct_staging", "not_for_us"],
])("a fresh event of v2 about an account that v1 does not show and v2 %s", async (_, accountId, kind) => {
  const thin = { eventId: "evt_1", accountId, livemode: false, createdAt: world.now };
  const event = parseEvent(composeAccountEvent(thin, undefined));
  const told = { ...event, isOfV2: true, isUnseen: true } as const;
  expect((await identifyEvent({ event: told, source: "webhook", at: world.now })).kind).toBe(kind);
});

describe("an event of an intent", () => {
  const intent = (metadata: Record<string, string>, id = "pi_1") => ({
    object: { object: "payment_intent", id, metadata },
  });

  it.each<[string, Record<string, string>, string]>([
    ["names its payment", METADATA, "payment"],
    ["names nothing", {}, "not_about_a_payment"],
    ["names no environment", { svcPaymentId: PAYMENT }, "not_about_a_payment"],
    ["names no payment", { svcEnv: "test" }, "not_about_a_payment"],
    ["names what no payment is called", { svcPaymentId: "svcpay_1", svcEnv: "test" }, "not_about_a_payment"],
  ])("an intent %s", async (_, metadata, expected) => {
    expect(await aboutOf(intent(metadata))).toBe(expected);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["is another merchant's", { merchantId: "mer_2" }, "not_this_payment"],
    ["was sold on another account", { terms: { connectedAccountId: "acct_2" } }, "not_this_payment"],
    ["has another intent", { processorPaymentIntentId: "pi_2" }, "not_this_payment"],
    ["is open and has no intent yet", { state: "claimed", processorPaymentIntentId: undefined }, "payment"],
    [
      "was rejected, so that nothing was made",
      { state: "failed", processorPaymentIntentId: undefined },
      "not_this_payment",
    ],
    [
      "is open under a renewed key, so that its completion must say which intent is its own",
      { state: "claimed", keyNumber: 2, processorPaymentIntentId: undefined },
      "unknown_payment",
    ],
    ["is open under a renewed key, with its intent", { state: "claimed", keyNumber: 2 }, "payment"],
  ])("an intent names a payment that %s", async (_, record, expected) => {
    store(record);
    expect(await aboutOf()).toBe(expected);
  });
});

describe("52: an event of an intent that does not name its payment", () => {
  let queries = 0;
  const edited = (given: object = {}) => ({
    object: {
      ...{ object: "payment_intent", id: "pi_1", application: "ca_ours", created: CREATED },
      ...{ metadata: {}, ...given },
    },
  });
  const listed = (given: Record<string, unknown> = {}) => store({ paymentSort: timeSort(1, "1"), ...given });
  beforeEach(() => {
    queries = 0;
    world.query = (input) => {
      queries++;
      return world.table.query(input);
    };
  });

  it.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["a payment of another environment", { ...METADATA, svcEnv: "other" }],
    ["a payment that the ledger does not have", { ...METADATA, svcPaymentId: `svcpay_${"2".repeat(32)}` }],
  ])("is known by what the ledger has stored, where it names %s", async (_, metadata) => {
    listed();
    expect(await aboutOf(edited({ metadata }))).toBe("payment");
    const charge = { object: "charge", id: "ch_1", payment_intent: "pi_1", application: "ca_ours", metadata };
    expect(await aboutOf({ type: "charge.refunded", object: charge })).toBe("payment");
    intents = { pi_1: metadata };
    const refund = { object: "refund", id: "re_1", status: "failed", payment_intent: "pi_1" };
    expect(await aboutOf({ type: "refund.failed", object: refund })).toBe("payment");
  });

  it.each<[string, Record<string, unknown>, object]>([
    ["another merchant's payment", { merchantId: "mer_2" }, {}],
    ["another account", { terms: { connectedAccountId: "acct_2" } }, {}],
    ["another intent", { processorPaymentIntentId: "pi_2" }, {}],
    ["no intent yet", { processorPaymentIntentId: undefined }, {}],
    ["a sale without us", {}, { application: null }],
  ])("is not about a payment with %s", async (_, record, given) => {
    listed(record);
    expect(await aboutOf(edited(given))).toBe("not_about_a_payment");
  });

  it("is known by what the ledger has stored, where it names a payment that is being created", async () => {
    const other = `svcpay_${"2".repeat(32)}`;
    listed();
    store({ svcPaymentId: other, state: "claimed", processorPaymentIntentId: undefined });
    for (const keyNumber of [1, 2]) {
      world.change(paymentKey(other), { keyNumber });
      expect(await identify(edited({ metadata: { ...METADATA, svcPaymentId: other } }))).toMatchObject({
        about: { payment: { svcPaymentId: PAYMENT } },
      });
    }
  });

  it("costs no read where another application has created it", async () => {
    world.applicationId = "ca_ours";
    listed();
    expect(await aboutOf(edited({ application: "ca_other" }))).toBe("not_about_a_payment");
    expect(await aboutOf(edited({ application: null }))).toBe("not_about_a_payment");
    expect(queries).toBe(0);
    expect(await aboutOf(edited())).toBe("payment");
    expect(queries).toBe(1);
  });
});

describe("an event of a refund or a dispute", () => {
  const refund = (given: Record<string, unknown>) => ({
    type: "refund.updated",
    object: { object: "refund", id: "re_1", status: "succeeded", ...given },
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["its intent", { payment_intent: "pi_1" }, "payment"],
    ["its charge alone", { charge: "ch_1" }, "payment"],
    ["a charge without an intent", { charge: "ch_own" }, "not_about_a_payment"],
    ["nothing", {}, "not_about_a_payment"],
    ["an intent that the processor does not know", { payment_intent: "pi_none" }, "unknown_payment"],
    ["a charge that the processor does not know", { charge: "ch_none" }, "unknown_payment"],
    ["what is no reference", { charge: 7 }, "not_understood"],
  ])("a refund names %s", async (_, given, expected) => {
    expect(await aboutOf(refund(given))).toBe(expected);
  });

  it("is about the payment that the ledger has stored its intent for, and the processor is not asked", async () => {
    store({ paymentSort: timeSort(1, "1") });
    fault = new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
    expect(await aboutOf(refund({ payment_intent: "pi_1" }))).toBe("payment");
  });

  it.each([undefined, "pi_1"])(
    "names a payment that is not known yet, while its creation is open: %s",
    async (stored) => {
      store({ state: "claimed", processorPaymentIntentId: stored, paymentSort: timeSort(1, "1") });
      const named = { payment_intent: "pi_1" };
      expect(await aboutOf(refund(named))).toBe("unknown_payment");
      const dispute = { object: "dispute", id: "dp_1", ...named };
      expect(await aboutOf({ type: "charge.dispute.created", object: dispute })).toBe("unknown_payment");
      const charge = { object: "charge", id: "ch_1", metadata: METADATA, ...named };
      expect(await aboutOf({ type: "charge.refunded", object: charge })).toBe("unknown_payment");
    },
  );

  it("is not judged where its intent is not stored yet and the processor is away: it must come again", async () => {
    store({ state: "claimed", processorPaymentIntentId: undefined });
    fault = new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
    await expect(aboutOf(refund({ payment_intent: "pi_1" }))).rejects.toThrow("Away.");
  });
});

it("an event of a payout or an account is about that, and nothing is asked", async () => {
  fault = new Failure("processor_unavailable", "Away.");
  expect(await aboutOf({ type: "payout.paid", object: { object: "payout", id: "po_1" } })).toBe("payout");
  const account = { object: "account", id: "acct_1" };
  expect(await aboutOf({ type: "account.updated", object: account })).toBe("account");
});
