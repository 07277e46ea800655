import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { attentionKey, merchantKey, paymentKey, timeSort } from "../../../shared/ledger/table.ts";
import { FakeWorld, lostAccounts } from "../../support/fake-world.ts";
import { chargeWith, heldUntil, intentWith, pageAfter, UNPAID } from "../../support/stripe-objects.ts";

/* What a rebuild makes of the processor's intents and refunds, and what its report says, over a ledger in memory. */
const world = new FakeWorld().enter();
const logged = world.recordLog();

let intents: Record<string, Stripe.PaymentIntent[]> = {};
let refunds: Stripe.Refund[] = [];
let disputes: Stripe.Dispute[] = [];
let pageItems = 100;
const lost = new Set<string>();
const away = new Set<string>();
type Options = { stripeAccount: string };
const stripe = {
  paymentIntents: {
    list: async ({ starting_after: after }: Stripe.PaymentIntentListParams, { stripeAccount }: Options) => {
      if (lost.has(stripeAccount))
        throw new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
      if (away.has(stripeAccount)) throw new Failure("processor_unavailable", "Away.");
      return pageAfter(intents[stripeAccount] ?? [], after, pageItems);
    },
    retrieve: async (intentId: string) => intents.acct_1?.find(({ id }) => id === intentId),
  },
  refunds: {
    list: async ({ starting_after: after }: Stripe.RefundListParams, { stripeAccount }: Options) =>
      pageAfter(stripeAccount === "acct_1" ? refunds : [], after, pageItems),
  },
  disputes: {
    list: async () => ({ data: disputes }),
    retrieve: async (disputeId: string) => disputes.find(({ id }) => id === disputeId),
  },
  accounts: lostAccounts,
};
world.askMadeUp(stripe);
const { listPayments } = await import("../../../shared/flows/payments/list-payments.ts");
const { rebuildPayments } = await import("../../../shared/flows/restore/rebuild-payments.ts");

const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;
const stored = (nth: number) => world.table.peek(paymentKey(idOf(nth)));
const MERCHANT = {
  ...{ merchantId: "mer_1", account: { processorAccountId: "acct_1" }, formerAccountIds: ["acct_former"] },
} as Merchant;
const rebuild = () =>
  rebuildPayments(MERCHANT, { sinceMs: 0, untilMs: world.now }, { traceId: "t", ownerToken: "ours" });

type Given = Record<string, unknown> & { metadata?: Record<string, string> };

/** An unpaid intent that names a payment, as it stands in a list. */
const intentOf = (id: string, nth: number, { metadata, ...given }: Given = {}): Stripe.PaymentIntent => {
  const named = { svcPaymentId: idOf(nth), svcEnv: "test", ...metadata };
  return intentWith({ ...UNPAID, id, metadata: named, ...given });
};
const PAID = { status: "succeeded", amount_received: 1000, latest_charge: chargeWith() };

const store = (nth: number, given: Record<string, unknown> = {}) =>
  world.putPayment({
    ...{ svcPaymentId: idOf(nth), processorPaymentIntentId: `pi_${nth}` },
    ...{ ownerToken: "theirs", leaseExpiresAt: 1, terms: { applicationFeeCents: 51 }, ...given },
  });

beforeEach(() => {
  [intents, refunds, disputes, pageItems, world.applicationId] = [{}, [], [], 100, undefined];
  lost.clear();
  away.clear();
  logged.length = 0;
  for (let nth = 1; nth < 10; nth++) world.table.expire(paymentKey(idOf(nth)));
  world.table.put({ ...merchantKey("mer_1"), ...MERCHANT }, {});
});

it("a rebuild's report says what was listed, known, rebuilt, another merchant's and not to be read", async () => {
  pageItems = 2;
  store(1);
  store(2, { merchantId: "mer_2" });
  intents.acct_1 = [
    intentOf("pi_1", 1),
    intentOf("pi_2", 2),
    intentOf("pi_3", 3),
    intentOf("pi_4", 4, PAID),
    intentOf("pi_5", 5, { status: "of_the_future" }),
    intentOf("pi_6", 6, { metadata: { svcEnv: "other" } }),
  ];
  expect(await rebuild()).toEqual({
    ...{ listed: 4, known: 1, rebuilt: 2, foreign: 1, unreadable: 1 },
    unreachableAccounts: [],
  });
  expect(stored(3)).toMatchObject({ merchantId: "mer_1", state: "completed" });
  expect(stored(4)).toMatchObject({ status: "succeeded" });
  expect(stored(2)).toMatchObject({ merchantId: "mer_2" });
  // A forged payment of another merchant is reported to an operator; the others are not.
  expect(logged.map(([, message]) => message)).toEqual(["an intent names another merchant's payment"]);
});

it("a payment that was rebuilt is listed as troubled only if it has a dispute or a refund that failed", async () => {
  intents.acct_1 = [intentOf("pi_1", 1, PAID)];
  expect(await rebuild()).toMatchObject({ rebuilt: 1 });
  for (const trouble of ["disputed", "refund_failed"] as const)
    expect((await listPayments(MERCHANT, { limit: 10 }, { trouble })).items).toEqual([]);
});

it("a rebuild names the account that is lost, and goes on with the others", async () => {
  lost.add("acct_former");
  intents.acct_1 = [intentOf("pi_1", 1)];
  expect(await rebuild()).toMatchObject({ rebuilt: 1, unreachableAccounts: ["acct_former"] });
});

it("a rebuild fails where an account is only away: what it did not see must not be taken for nothing", async () => {
  away.add("acct_former");
  await expect(rebuild()).rejects.toThrow("Away.");
});

it("a rebuild takes nothing from intents that another application has made in our name", async () => {
  world.applicationId = "ca_ours";
  intents.acct_1 = [
    intentOf("pi_1", 1, { application: "ca_another" }),
    intentOf("pi_2", 2, { application: "ca_ours" }),
  ];
  expect(await rebuild()).toMatchObject({ listed: 1, rebuilt: 1 });
  expect(stored(1)).toBeUndefined();
  expect(stored(2)).toBeDefined();
});

describe("a rebuild lists again what a person must hear of", () => {
  const DUE_BY = world.now + 86_400_000;
  const holdUntil = (captureBefore: number) => {
    const { status, amount_capturable, latest_charge } = heldUntil(captureBefore);
    return { status, amount_capturable, latest_charge };
  };
  const disputed = { ...PAID, latest_charge: { ...chargeWith(), disputed: true } };
  const listed = (subject: "HOLD" | "DISPUTE", id: string) =>
    world.table.peek(attentionKey("mer_1", subject, id));
  const disputeOf = (id: string, status = "needs_response") =>
    ({
      ...{ id, object: "dispute", status, reason: "fraudulent", amount: 1000, created: 1_767_000_000 },
      evidence_details: { due_by: DUE_BY / 1000 },
    }) as unknown as Stripe.Dispute;
  beforeEach(() => {
    world.table.expire(attentionKey("mer_1", "HOLD", idOf(1)));
    for (const id of ["dp_1", "dp_2"]) world.table.expire(attentionKey("mer_1", "DISPUTE", id));
  });

  it.each(["forgotten", "known"])(
    "the hold of a payment that the ledger has as %s is listed for a person",
    async (how) => {
      if (how === "known") store(1);
      intents.acct_1 = [intentOf("pi_1", 1, { capture_method: "manual", ...holdUntil(DUE_BY) })];
      await rebuild();
      expect(listed("HOLD", idOf(1))).toMatchObject({ kind: "hold_expiring", dueBy: DUE_BY });
    },
  );

  it.each(["forgotten", "known"])(
    "the disputes of a payment that the ledger has as %s are listed for a person",
    async (how) => {
      if (how === "known") store(1);
      intents.acct_1 = [intentOf("pi_1", 1, disputed)];
      disputes = [disputeOf("dp_1"), disputeOf("dp_2")];
      await rebuild();
      for (const id of ["dp_1", "dp_2"]) {
        expect(stored(1)?.disputes).toMatchObject({ [id]: { disputeId: id, status: "needs_response" } });
        expect(listed("DISPUTE", id)).toMatchObject({ dueBy: DUE_BY });
      }
    },
  );

  it("a dispute whose deadline has moved since the backup has the new one", async () => {
    const known = { disputeId: "dp_1", status: "needs_response", reason: "general", amountCents: 1000 };
    store(1, { disputes: { dp_1: { ...known, dueBy: 1 } } });
    intents.acct_1 = [intentOf("pi_1", 1, disputed)];
    disputes = [disputeOf("dp_1")];
    await rebuild();
    expect(stored(1)?.disputes).toMatchObject({ dp_1: { dueBy: DUE_BY } });
  });

  it("a payment that was never charged or disputed is not asked for disputes", async () => {
    disputes = [disputeOf("dp_1")];
    store(2, { status: "requires_payment_method" });
    intents.acct_1 = [intentOf("pi_1", 1), intentOf("pi_2", 2, PAID)];
    await rebuild();
    expect(stored(1)?.disputes).toEqual({});
    expect(stored(2)?.disputes).toBeUndefined();
  });
});

it("a payment that was begun on a former account and sold on the present one is rebuilt from the present one", async () => {
  intents = { acct_former: [intentOf("pi_old", 1)], acct_1: [intentOf("pi_new", 1)] };
  expect(await rebuild()).toMatchObject({ listed: 2, rebuilt: 1 });
  expect(stored(1)).toMatchObject({ processorPaymentIntentId: "pi_new" });
});

describe("two intents name one payment:", () => {
  const ordered = { svcAmountCents: "1000" };
  it.each<[string, Given, Given]>([
    ["which names what was ordered, though the other is paid", { metadata: ordered }, PAID],
    [
      "which is paid, though the other was tried and declined",
      PAID,
      { latest_charge: chargeWith(), payment_method: "pm_1" },
    ],
    ["which holds money", { status: "requires_capture" }, { latest_charge: chargeWith() }],
    ["which is under way", { status: "processing" }, { latest_charge: chargeWith() }],
    ["which has a charge", { latest_charge: chargeWith() }, { payment_method: "pm_1" }],
    ["which a buyer has tried to pay", { last_payment_error: {} }, { metadata: { svcKeyNumber: "2" } }],
    ["which is of the later key", { metadata: { svcKeyNumber: "3" } }, { metadata: { svcKeyNumber: "2" } }],
    ["which names its key number, where the other names none", { metadata: { svcKeyNumber: "1" } }, {}],
  ])("the one is taken %s, in whichever order they are listed", async (_, better, worse) => {
    const both = [intentOf("pi_better", 1, better), intentOf("pi_worse", 1, worse)];
    for (const listed of [both, both.toReversed()]) {
      world.table.expire(paymentKey(idOf(1)));
      intents = { acct_1: listed };
      expect(await rebuild()).toMatchObject({ listed: 2, rebuilt: 1 });
      expect(stored(1)).toMatchObject({ processorPaymentIntentId: "pi_better" });
    }
  });

  it("the newer one is taken where nothing tells them apart", async () => {
    intents = { acct_1: [intentOf("pi_newer", 1), intentOf("pi_older", 1)] };
    await rebuild();
    expect(stored(1)).toMatchObject({ processorPaymentIntentId: "pi_newer" });
  });
});

it.each([
  ["900", 900],
  ["1", 1],
  ["0", 1000],
  ["-1", 1000],
  ["1.5", 1000],
  ["nonsense", 1000],
])("a payment whose intent says that %s was ordered is rebuilt with an order of %i", async (said, cents) => {
  intents = { acct_1: [intentOf("pi_1", 1, { metadata: { svcAmountCents: said, orderRef: "order-1" } })] };
  await rebuild();
  expect(stored(1)).toMatchObject({ terms: { amountCents: cents, orderRef: "order-1" } });
});

const made = (svcKeyNumber: string) => ({
  acct_1: [intentOf("pi_1", 1, { metadata: { svcKeyNumber } })],
});

it("a payment that the ledger has as open or rejected is rebuilt only where its intent is of a later key than the ledger knows", async () => {
  const rejected = { state: "rejected", keyNumber: 1, processorPaymentIntentId: undefined };
  store(1, rejected);
  intents = made("1");
  expect(await rebuild()).toMatchObject({ known: 1, rebuilt: 0 });
  expect(stored(1)).toMatchObject({ state: "rejected" });
  intents = made("2");
  expect(await rebuild()).toMatchObject({ known: 0, rebuilt: 1 });
  expect(stored(1)).toMatchObject({ state: "completed", processorPaymentIntentId: "pi_1" });
});

it("a creation that the backup has as open is completed with the intent that it has made", async () => {
  store(1, {
    ...{ state: "claimed", processorPaymentIntentId: undefined, status: undefined },
    ...{ claimedAt: 1, attemptedAt: 1, attempts: 1 },
  });
  intents.acct_1 = [intentOf("pi_1", 1, { metadata: { svcAmountCents: "1000", svcKeyNumber: "1" } })];
  expect(await rebuild()).toMatchObject({ known: 1, rebuilt: 0 });
  expect(stored(1)).toMatchObject({ state: "completed", processorPaymentIntentId: "pi_1" });
});

it.each([
  ["an open creation", { state: "claimed" }, "1"],
  ["a creation that its intent says was begun anew", { state: "rejected" }, "2"],
  ["no payment of the ledger", undefined, "1"],
])("an intent is its own payment's, though its owner made it name %s", async (_, given, svcKeyNumber) => {
  const begun = { claimedAt: 1, attemptedAt: 1, attempts: 1, processorPaymentIntentId: undefined };
  if (given) store(1, { ...begun, status: undefined, ...given });
  const before = stored(1);
  store(2, { paymentSort: timeSort(1, "2") });
  const metadata = { svcAmountCents: "1000", svcKeyNumber };
  intents.acct_1 = [intentOf("pi_2", 1, { ...PAID, metadata })];
  expect(await rebuild()).toMatchObject({ listed: 1, known: 1, rebuilt: 0 });
  expect(stored(1)).toEqual(before);
  expect(stored(2)).toMatchObject({ status: "succeeded" });
});

it("a creation that the backup has as open is not completed with an intent of another currency", async () => {
  store(1, {
    ...{ state: "claimed", processorPaymentIntentId: undefined, status: undefined },
    ...{ claimedAt: 1, attemptedAt: 1, attempts: 1 },
  });
  const metadata = { svcAmountCents: "1000", svcKeyNumber: "1" };
  intents.acct_1 = [intentOf("pi_1", 1, { currency: "jpy", metadata })];
  await rebuild();
  expect(stored(1)?.state).not.toBe("completed");
});

it("51: a creation that the backup has as open is completed also where less was authorized and captured since", async () => {
  store(1, {
    ...{ state: "claimed", processorPaymentIntentId: undefined, status: undefined },
    ...{ claimedAt: 1, attemptedAt: 1, attempts: 1 },
  });
  const less = { ...PAID, amount: 800, amount_received: 800, application_fee_amount: 24 };
  intents.acct_1 = [
    intentOf("pi_1", 1, { ...less, metadata: { svcAmountCents: "1000", svcKeyNumber: "1" } }),
  ];
  await rebuild();
  expect(stored(1)).toMatchObject({ state: "completed", processorPaymentIntentId: "pi_1" });
});

it("nothing of a merchant that is erased meanwhile is rebuilt", async () => {
  world.table.put({ ...merchantKey("mer_1"), ...MERCHANT, erasedAt: 5 }, {});
  intents.acct_1 = [intentOf("pi_1", 1)];
  await expect(rebuild()).rejects.toBeInstanceOf(Failure);
  expect(stored(1)).toBeUndefined();
});

it("what a rejected creation has left on a former account is not known beside the one that was sold since", async () => {
  store(1, { state: "rejected", keyNumber: 1, processorPaymentIntentId: undefined });
  const [old, sold] = ["1", "2"].map((svcKeyNumber) => ({ metadata: { svcKeyNumber } }));
  intents = { acct_former: [intentOf("pi_old", 1, old)], acct_1: [intentOf("pi_new", 1, sold)] };
  expect(await rebuild()).toMatchObject({ listed: 2, known: 0, rebuilt: 1 });
  expect(stored(1)).toMatchObject({ processorPaymentIntentId: "pi_new" });
});

it("a payment that differs in nothing gets a higher version than what was told since the backup", async () => {
  const unpaid = { amountCents: 1000, refundedCents: 0, applicationFeeCents: 51, processorChargeId: null };
  store(1, { ...unpaid, captureBefore: null, version: 7 });
  intents.acct_1 = [intentOf("pi_1", 1)];
  expect(await rebuild()).toMatchObject({ known: 1 });
  expect(Number(stored(1)?.version)).toBeGreaterThan(7);
});

it("a payment is not brought in line with an intent that only names it", async () => {
  store(1);
  intents.acct_1 = [intentOf("pi_forged", 1, PAID)];
  expect(await rebuild()).toMatchObject({ known: 1, rebuilt: 0 });
  expect(stored(1)).toMatchObject({ status: "requires_payment_method", version: 1 });
});

it("a payment that the ledger has completed is brought in line with its intent, of whatever key that is", async () => {
  store(1);
  intents = { acct_1: [intentOf("pi_1", 1, { ...PAID, metadata: { svcKeyNumber: "2" } })] };
  expect(await rebuild()).toMatchObject({ known: 1, rebuilt: 0 });
  expect(stored(1)).toMatchObject({ status: "succeeded" });
});
