import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { DayCursor } from "../../../shared/domain/finance/day-progress.ts";
import { projectIntent } from "../../../shared/domain/payments/payment.ts";
import type { DayWork } from "../../../shared/flows/statements/work-through-day.ts";
import { attentionKey, paymentKey } from "../../../shared/ledger/table.ts";
import { toPaidSnapshot } from "../../../shared/processor/snapshot.ts";
import { dayWork } from "../../support/day-work.ts";
import { FakeWorld, HOUR_MS } from "../../support/fake-world.ts";
import { balanceLineWith, chargeWith, intentWith, pageAfter } from "../../support/stripe-objects.ts";

/*
 * What each line of a day's money leads to, and where a day that was begun goes on. The processor is made up here in the
 * SDK's own types: payments of 10.00 with a fee of 0.51, their refunds, disputes and returned fees.
 */
const DAY = { sinceMs: Date.UTC(2026, 0, 4), untilMs: Date.UTC(2026, 0, 5) };
const NOON = DAY.sinceMs + 12 * HOUR_MS;
const OWN = "acct_own";

const world = new FakeWorld().enter();

let lines: Stripe.BalanceTransaction[] = [];
let pageItems = 100;
let asked: { gte: number; after: string | undefined }[] = [];
let objects: Record<string, unknown> = {};

/** What is fetched by its id; an error in its place is thrown. */
const retrieve = async (id: string) => {
  const found = objects[id];
  if (found instanceof Error) throw found;
  if (!found) throw new Failure("processor_unavailable", "None.", { processorSays: "missing" });
  return found;
};
world.askMadeUp({
  balanceTransactions: {
    list: async ({ created, starting_after: after, expand }: Stripe.BalanceTransactionListParams) => {
      const { gte = 0, lt = Number.POSITIVE_INFINITY } = created as Stripe.RangeQueryParam;
      // What is listed for the balance alone is not about payments.
      if (expand) asked.push({ gte, after });
      const meant = lines.filter((line) => line.created >= gte && line.created < lt);
      return pageAfter(meant, after, pageItems);
    },
  },
  balance: { retrieve: async () => ({ available: [], pending: [] }) },
  paymentIntents: { retrieve },
  charges: { retrieve },
  disputes: { retrieve },
  applicationFees: { retrieve },
});

const { reconcileMovements } = await import("../../../shared/flows/statements/reconcile-movements.ts");
const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");

const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;
const stored = (nth: number) => world.table.peek(paymentKey(idOf(nth)));
const notesOf = (nth: number) => stored(nth)?.statementNotes;

const ours = (nth: number) => ({ svcPaymentId: idOf(nth), svcEnv: "test" });
const chargeOf = (nth: number, named = nth, given: object = {}) =>
  chargeWith({ id: `ch_${nth}`, payment_intent: `pi_${nth}`, metadata: ours(named), ...given });

const intentOf = (nth: number, given: object = {}) =>
  intentWith({
    ...{ id: `pi_${nth}`, created: NOON / 1000, latest_charge: chargeOf(nth), metadata: ours(nth), ...given },
  });

/** The ledger has the payment as paid. */
function store(nth: number, given: object = {}): void {
  const terms = { connectedAccountId: OWN, amountCents: 1000, applicationFeeCents: 51, currency: "usd" };
  const record = newPaymentRecord({
    ...{ svcPaymentId: idOf(nth), merchantId: "mer_1", traceId: "t", at: NOON },
    terms: { ...terms, captureMethod: "automatic" },
  });
  const state = projectIntent(toPaidSnapshot(chargeOf(nth), `pi_${nth}`));
  world.table.put({ ...record, ...state, state: "completed", ...given }, {});
}

/** A line of the account's balance, at noon unless told; it is listed newest first. */
function add(category: string, amount: number, source: unknown, atMs = NOON): void {
  const booked = { id: `txn_${lines.length + 1}`, created: atMs / 1000, amount, net: amount };
  lines.unshift(balanceLineWith({ ...booked, reporting_category: category, type: category, source }));
}

const workOf = (cursor: DayCursor = { accountIds: [] }): DayWork => dayWork({ cursor });

async function reconcile(work = workOf()): Promise<DayWork> {
  for await (const _ of reconcileMovements(OWN, work));
  return work;
}

beforeEach(() => {
  [lines, pageItems, asked, objects, world.applicationId] = [[], 100, [], {}, undefined];
  world.emptyTable();
});

describe("a day that was begun", () => {
  it("asks nothing more of an account that was looked through to its end", async () => {
    await reconcile(workOf({ accountIds: [OWN] }));
    expect(asked).toEqual([]);
  });

  it("goes on with the hour at which it stopped, behind the page that it has seen", async () => {
    store(1);
    store(2);
    add("charge", 1000, chargeOf(1));
    add("charge", 1000, chargeOf(2));
    const movements = { accountId: OWN, sinceMs: NOON, after: "txn_2" };
    const work = await reconcile(workOf({ accountIds: [], movements }));
    expect(asked).toHaveLength(12);
    expect(asked[0]).toEqual({ gte: NOON / 1000, after: "txn_2" });
    expect(asked[1]).toEqual({ gte: NOON / 1000 + 3600, after: undefined });
    expect(work.unsavedLines.map(({ svcPaymentId }) => svcPaymentId)).toEqual([idOf(1)]);
  });

  it("looks through a whole day of one account, wherever it stopped in another", async () => {
    const movements = { accountId: "acct_other", sinceMs: NOON, after: "txn_2" };
    const { cursor } = await reconcile(workOf({ accountIds: ["acct_other"], movements }));
    expect(asked).toHaveLength(24);
    expect(asked.every(({ after }) => after === undefined)).toBe(true);
    expect(cursor).toMatchObject({ accountIds: ["acct_other", OWN] });
  });

  it("says at each page where the next one goes on, with the money of the page in its totals", async () => {
    store(1);
    store(2);
    pageItems = 1;
    add("charge", 1000, chargeOf(1), DAY.sinceMs);
    add("charge", 1000, chargeOf(2), DAY.sinceMs);
    const work = workOf();
    const pages = reconcileMovements(OWN, work);
    await pages.next();
    expect(work.cursor.movements).toEqual({ accountId: OWN, sinceMs: DAY.sinceMs, after: "txn_2" });
    expect(work.totals).toMatchObject([{ grossCents: 1000 }]);
    await pages.next();
    expect(work.cursor.movements).toEqual({ accountId: OWN, sinceMs: DAY.sinceMs + HOUR_MS });
    expect(work.totals).toMatchObject([{ grossCents: 2000 }]);
  });
});

describe("money that moved", () => {
  it("is the merchant's own where it has no source that could be followed, and no payment of it is counted", async () => {
    add("refund", -400, null);
    const { totals, verdicts, differences } = await reconcile();
    expect(totals).toMatchObject([{ merchantsOwnNetCents: -400, refundsCents: 0 }]);
    expect([verdicts.size, differences.length]).toEqual([0, 0]);
  });

  it.each([
    ["that the processor does not have", {}],
    ["whose words we do not understand", { pi_1: intentOf(1, { status: "of_the_future" }) }],
  ])("is unexplained where its intent is one %s", async (_, known) => {
    objects = known;
    add("refund", -400, { id: "re_1", object: "refund", payment_intent: "pi_1" });
    const { totals, verdicts, unsavedLines } = await reconcile();
    expect(totals).toMatchObject([{ merchantsOwnNetCents: 0, otherCents: -400, accountNetCents: -400 }]);
    expect(unsavedLines).toMatchObject([{ kind: "other", chargedCents: null, chargeCurrency: null }]);
    expect([...verdicts]).toEqual([["pi_1", { kind: "unexplained" }]]);
  });

  it.each([
    ["refund", { id: "re_1", object: "refund", charge: "ch_1" }, "ch_1"],
    ["fee", { id: "fr_1", object: "fee_refund", fee: "fee_1" }, "fee_1"],
  ])(
    "is unexplained once where two lines of a %s lead to a charge that is unknown",
    async (category, source, id) => {
      objects = { fee_1: { id: "fee_1", charge: "ch_1", currency: "usd", amount: 51, amount_refunded: 20 } };
      add(category, -400, source);
      add(category, -300, source);
      const { verdicts } = await reconcile();
      expect([...verdicts]).toEqual([[id, { kind: "unexplained" }]]);
    },
  );

  it("stops the day where its intent cannot be asked for at the moment, and judges nothing", async () => {
    objects = { pi_1: new Failure("processor_unavailable", "Away.") };
    add("refund", -400, { id: "re_1", object: "refund", payment_intent: "pi_1" });
    const work = workOf();
    await expect(reconcile(work)).rejects.toThrow("Away.");
    expect(work).toMatchObject({ totals: [], cursor: { accountIds: [] } });
    expect(work.verdicts.size).toBe(0);
  });

  it("is a difference and nobody's where it names another intent's payment", async () => {
    store(1);
    objects = { pi_2: intentOf(2) };
    add("charge", 1000, chargeOf(2, 1));
    const { totals, unsavedLines, verdicts, differences } = await reconcile();
    expect(differences).toMatchObject([
      { kind: "foreign_metadata", healed: false, currency: "usd", ledger: null },
    ]);
    expect(verdicts.get("pi_2")).toEqual({ kind: "foreign" });
    expect(totals).toMatchObject([{ grossCents: 0, merchantsOwnNetCents: 1000 }]);
    expect(unsavedLines).toMatchObject([{ kind: "charge", svcPaymentId: null, merchantsOwn: true }]);
  });

  it("is ours where the ledger does not have its payment, and so is its dispute: one difference", async () => {
    objects = { pi_1: intentOf(1) };
    add("charge", 1000, chargeOf(1));
    add("dispute", -1000, { id: "dp_1", object: "dispute", payment_intent: "pi_1", status: "lost" });
    const { totals, verdicts, differences } = await reconcile();
    expect(differences).toMatchObject([{ kind: "not_in_ledger", svcPaymentId: idOf(1) }]);
    expect(verdicts.get("pi_1")).toEqual({ kind: "differs", svcPaymentId: idOf(1) });
    expect(totals).toMatchObject([{ grossCents: 1000, disputesCents: 1000, netCents: 0 }]);
  });

  it("is named as a payout by what left the account, also where that is nothing, or by what came back", async () => {
    add("payout", -700, "po_1");
    add("payout", 0, "po_2");
    add("payout", -1, null);
    add("payout_failure", 600, "po_3");
    const { payouts, payoutsReturned } = await reconcile();
    expect(payouts).toEqual([
      { payoutId: "po_2", amountCents: 0, currency: "usd" },
      { payoutId: "po_1", amountCents: 700, currency: "usd" },
    ]);
    expect(payoutsReturned).toEqual([{ payoutId: "po_3", amountCents: 600, currency: "usd" }]);
  });

  it("is told on its payment's timeline where it is a returned fee, which is found by its charge", async () => {
    store(1);
    objects = {
      fee_1: { id: "fee_1", charge: "ch_1", currency: "usd", amount: 51, amount_refunded: 20 },
      ...{ ch_1: chargeOf(1), pi_1: intentOf(1) },
    };
    add("fee", 20, { id: "fr_1", object: "fee_refund", fee: "fee_1" });
    const { totals } = await reconcile();
    expect(totals).toMatchObject([{ platformFeesCents: -20, netCents: 20 }]);
    expect(notesOf(1)).toMatchObject([{ kind: "fee_returned", amountCents: 20 }]);
    const { version } = stored(1) ?? {};
    await reconcile();
    expect(stored(1)).toMatchObject({ version });
    // More of it came back.
    Object.assign(objects.fee_1 as object, { amount_refunded: 30 });
    await reconcile();
    expect(notesOf(1)).toMatchObject([{ kind: "fee_returned", amountCents: 30 }]);
  });

  it("has no place on its payment's timeline where it is a returned fee in another currency", async () => {
    store(1);
    objects = {
      fee_1: { id: "fee_1", charge: "ch_1", currency: "eur", amount: 51, amount_refunded: 20 },
      ...{ ch_1: chargeOf(1), pi_1: intentOf(1) },
    };
    const { version } = stored(1) ?? {};
    add("fee", 20, { id: "fr_1", object: "fee_refund", fee: "fee_1" });
    await reconcile();
    expect(stored(1)).toMatchObject({ version });
  });
});

describe("money of an intent whose ids were taken off", () => {
  const edited = chargeOf(1, 1, { metadata: {}, application: "ca_ours" });
  beforeEach(() => {
    objects = { pi_1: intentOf(1, { metadata: {} }) };
    add("charge", 1000, edited);
  });

  it("is ours all the same where the ledger has the intent as its own, and what it heals says why", async () => {
    store(1, { status: "requires_payment_method", processorChargeId: null });
    const { verdicts, totals, differences } = await reconcile();
    expect(verdicts.get("pi_1")).toEqual({ kind: "differs", svcPaymentId: idOf(1) });
    expect(totals).toMatchObject([{ grossCents: 1000, merchantsOwnNetCents: 0 }]);
    expect(differences).toMatchObject([{ kind: "status_differs", currency: "usd", healed: true }]);
    expect(stored(1)).toMatchObject({ status: "succeeded" });
    expect(notesOf(1)).toMatchObject([{ kind: "reconciled", reason: "edited_metadata" }]);
  });

  it("is healed without such a reason where the ids are there", async () => {
    store(1, { status: "requires_payment_method", processorChargeId: null });
    objects = { pi_1: intentOf(1) };
    lines = [];
    add("charge", 1000, chargeOf(1));
    await reconcile();
    expect(notesOf(1)).toMatchObject([{ kind: "reconciled", traceId: "trace" }]);
    expect(notesOf(1)).not.toMatchObject([{ reason: expect.anything() }]);
  });

  it("is not noted as healed where an event has brought the payment in line in the same moment", async () => {
    store(1, { status: "requires_payment_method" });
    world.beforeWrite(1, () => world.change(paymentKey(idOf(1)), { status: "succeeded", version: NOON + 1 }));
    expect(await reconcile()).toMatchObject({ differences: [{ kind: "status_differs", healed: true }] });
    expect(stored(1)).toMatchObject({ status: "succeeded" });
    expect(notesOf(1)).toBeUndefined();
  });

  it.each<[string, string | undefined, string]>([
    ["before our application is known", undefined, "matched"],
    ["where our own application made it", "ca_ours", "matched"],
    ["not where another application made it", "ca_another", "merchants_own"],
  ])("is looked for %s", async (_, ours, kind) => {
    world.applicationId = ours;
    store(1);
    expect((await reconcile()).verdicts.get("pi_1")).toMatchObject({ kind });
  });
});

it("money in the name of a creation that is still open is not its payment's: no secret was given out for it", async () => {
  store(1, { state: "claimed", processorPaymentIntentId: undefined });
  objects = { pi_1: intentOf(1) };
  add("charge", 1000, chargeOf(1));
  const { differences, totals } = await reconcile();
  expect(differences).toMatchObject([{ kind: "foreign_metadata" }]);
  expect(totals).toMatchObject([{ grossCents: 0 }]);
});

it("a payment that only seemed to differ, because it moved on after it was listed, is no difference", async () => {
  store(1);
  objects = { pi_1: intentOf(1) };
  add("charge", 1000, chargeOf(1, 1, { amount_refunded: 400 }));
  const { verdicts, differences } = await reconcile();
  expect(verdicts.get("pi_1")).toEqual({ kind: "matched", svcPaymentId: idOf(1) });
  expect(differences).toEqual([]);
});

describe("a dispute that moved money", () => {
  const DUE_BY = world.now + 7 * 24 * HOUR_MS;
  const dispute = (status: string, given: object = {}) => ({
    ...{ id: "dp_1", object: "dispute", status, reason: "fraudulent", amount: 1000, payment_intent: "pi_1" },
    ...{ created: NOON / 1000, evidence_details: { due_by: DUE_BY / 1000 }, ...given },
  });
  const known = (status: string) => ({
    disputes: {
      dp_1: {
        ...{ disputeId: "dp_1", status, reason: "fraudulent", amountCents: 1000 },
        ...{ openedAt: NOON, dueBy: DUE_BY },
      },
    },
  });
  const attention = (disputeId: string) => world.table.peek(attentionKey("mer_1", "DISPUTE", disputeId));
  beforeEach(() => {
    objects = { pi_1: intentOf(1), dp_1: dispute("needs_response") };
    add("charge", 1000, chargeOf(1));
    add("dispute", -1000, dispute("needs_response"));
  });

  it("is written on its payment and listed for a person where it was unknown: a difference that is healed", async () => {
    store(1);
    const { differences } = await reconcile();
    expect(differences).toMatchObject([
      { kind: "dispute_differs", svcPaymentId: idOf(1), currency: "usd", healed: true },
    ]);
    expect(stored(1)).toMatchObject(known("needs_response"));
    expect(attention("dp_1")).toMatchObject({ kind: "dispute_response_due", dueBy: DUE_BY });
  });

  it("differs in nothing where it is known as it is, but is listed for a person, which a death may have kept from it", async () => {
    store(1, known("needs_response"));
    const { version } = stored(1) ?? {};
    const { differences } = await reconcile();
    expect(differences).toEqual([]);
    expect(stored(1)).toMatchObject({ version });
    expect(attention("dp_1")).toMatchObject({ dueBy: DUE_BY });
  });

  it("is one difference of its payment though it moves on while its lines are looked through, beside another's own", async () => {
    store(1, known("warning_needs_response"));
    store(2);
    // By the time that it is asked for it is another one than the list has said.
    Object.assign(objects, { dp_1: dispute("under_review"), pi_2: intentOf(2) });
    add("dispute_reversal", 1000, dispute("needs_response"));
    add("charge", 1000, chargeOf(2));
    const second = dispute("lost", { id: "dp_2", payment_intent: "pi_2" });
    objects.dp_2 = second;
    add("dispute", -1000, second);
    const work = workOf();
    work.differences.push({
      ...{ kind: "status_differs", svcPaymentId: idOf(1), processorPaymentIntentId: "pi_1" },
      ...{ currency: "usd", ledger: null, processor: null, healed: true },
    });
    const { differences } = await reconcile(work);
    expect(differences.map(({ kind, svcPaymentId }) => [kind, svcPaymentId])).toEqual([
      ["status_differs", idOf(1)],
      ["dispute_differs", idOf(2)],
      ["dispute_differs", idOf(1)],
    ]);
  });
});
