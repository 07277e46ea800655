import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { datesBetween } from "../../../shared/domain/finance/day.ts";
import type { ReconciliationJob } from "../../../shared/domain/finance/reconciliation.ts";
import type { Statement } from "../../../shared/domain/finance/statement.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import {
  accountKey,
  merchantKey,
  payoutKey,
  statementKey,
  statementWatermarkKey,
} from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { DAY_MS, FakeWorld, lostAccounts } from "../../support/fake-world.ts";
import { pageAfter } from "../../support/stripe-objects.ts";

/* What the clock asks for, of whom, and what the daily looks at payouts and fees come to. */
const world = new FakeWorld().enter();

const sent: ReconciliationJob[][] = [];
vi.doMock("../../../shared/queues/queue.ts", () => ({
  sendReconciliations: async (jobs: ReconciliationJob[]) => void sent.push(jobs),
  sendCallbacks: async () => {},
}));

let payoutsMade: Stripe.Payout[] = [];
let feesTaken: Stripe.ApplicationFee[] = [];
/** Of the platform's own balance. */
let feeLines: Stripe.BalanceTransaction[] = [];
let pageItems = 100;
let rejection: Failure | undefined;
let [pagesAsked, isEndless] = [0, false];
const asked: string[] = [];
/** Called while the processor is asked for a payout. */
let whileAsked: () => void = () => {};

/** A page of a list, newest first. */
function pageOf<T extends { id: string }>(all: T[], after: string | undefined) {
  pagesAsked++;
  if (rejection) throw rejection;
  if (isEndless) return { data: all.slice(0, 1), has_more: true };
  return pageAfter(all, after, pageItems);
}
const stripe = {
  payouts: {
    list: async ({ created, starting_after: after }: Stripe.PayoutListParams) => {
      const { gte = 0 } = created as Stripe.RangeQueryParam;
      return pageOf(
        payoutsMade.filter((payout) => payout.created >= gte),
        after,
      );
    },
    retrieve: async (payoutId: string) => {
      asked.push(payoutId);
      whileAsked();
      return payoutsMade.find(({ id }) => id === payoutId);
    },
  },
  applicationFees: {
    list: async ({ starting_after: after }: Stripe.ApplicationFeeListParams) => pageOf(feesTaken, after),
    retrieve: async (feeId: string) => feesTaken.find(({ id }) => id === feeId),
  },
  balanceTransactions: {
    list: async ({ created, starting_after: after }: Stripe.BalanceTransactionListParams) => {
      const { gte = 0, lt = 0 } = created as Stripe.RangeQueryParam;
      return pageOf(
        feeLines.filter((line) => line.created >= gte && line.created < lt),
        after,
      );
    },
  },
  accounts: lostAccounts,
};
world.askMadeUp(stripe);

const { askForMissedEvents, askForPayouts, askForStatements } = await import(
  "../../../shared/flows/recovery/ask-for-reconciliation.ts"
);
const { followDaily, followPayouts } = await import("../../../shared/flows/payout-lines/follow-payouts.ts");
const { reportIncome } = await import("../../../shared/flows/statements/report-income.ts");
const { createMerchant } = await import("../../../shared/ledger/merchants.ts");
const { syncPayout } = await import("../../../shared/flows/payouts/sync-payout.ts");
const { findPayout, savePayout } = await import("../../../shared/ledger/payouts.ts");

const merchants: string[] = [];
async function addMerchant(merchantId: string, given: Record<string, unknown> = {}): Promise<Merchant> {
  const createdAt = world.now - 2 * DAY_MS;
  const merchant = { merchantId, name: "Shop", account: null, createdAt, ...given } as unknown as Merchant;
  await createMerchant(merchant);
  merchants.push(merchantId);
  return merchant;
}

beforeEach(() => {
  for (const merchantId of merchants.splice(0)) {
    world.table.expire(merchantKey(merchantId));
    world.table.expire(statementWatermarkKey(merchantId));
    for (const date of datesBetween("2026-01-01", "2026-01-05"))
      world.table.expire(statementKey(merchantId, date));
  }
  [payoutsMade, feesTaken, feeLines, pageItems, rejection] = [[], [], [], 100, undefined];
  [pagesAsked, isEndless] = [0, false];
  sent.length = 0;
  asked.length = 0;
  whileAsked = () => {};
});

describe("what the clock asks for", () => {
  const account = (processorAccountId: string, onboardingStatus = "enabled") => ({
    processorAccountId,
    onboardingStatus,
  });

  it("is one look at each account that a merchant has or had, and says which one is not enabled", async () => {
    await addMerchant("mer_1", { account: account("acct_now", "pending"), formerAccountIds: ["acct_then"] });
    await addMerchant("mer_2", { account: account("acct_2") });
    await addMerchant("mer_3");
    await addMerchant("mer_erased", { account: account("acct_erased"), erasedAt: 1 });
    expect(await askForMissedEvents()).toBe(3);
    expect(sent.flat()).toEqual(
      expect.arrayContaining([
        { kind: "events", merchantId: "mer_1", accountId: "acct_then" },
        { kind: "events", merchantId: "mer_1", accountId: "acct_now", mustSync: true },
        { kind: "events", merchantId: "mer_2", accountId: "acct_2" },
      ]),
    );
    sent.length = 0;
    expect(await askForPayouts()).toBe(3);
    expect(sent.flat()).toContainEqual({ kind: "payouts", merchantId: "mer_1", accountId: "acct_then" });
  });

  it("is asked for every merchant, beyond a page of a hundred", async () => {
    for (let nth = 0; nth < 101; nth++) {
      world.now += 1;
      await addMerchant(`mer_${nth}`, { account: account(`acct_${nth}`), createdAt: world.now });
    }
    expect(await askForPayouts()).toBe(101);
    expect(sent.map(({ length }) => length)).toEqual([100, 1]);
  });

  it("is nothing where nobody has an account, and then nothing is sent", async () => {
    await addMerchant("mer_1");
    expect(await askForMissedEvents()).toBe(0);
    expect(sent).toEqual([]);
  });
});

describe("statements are asked for", () => {
  // Noon of the fifth: the day before is closed since six.
  const at = Date.UTC(2026, 0, 5, 12);
  const datesAsked = async (now = at) => {
    sent.length = 0;
    const count = await askForStatements(now);
    const dates = sent.flat().map((job) => (job.kind === "statement" ? job.date : job.kind));
    expect(count).toBe(dates.length);
    return dates;
  };
  const save = (date: string, final: boolean, given: Partial<Statement> = {}) => {
    const generatedAt = Date.parse(date) + 30 * 3_600_000;
    const statement = { merchantId: "mer_1", date, final, generatedAt, ...given };
    world.table.put({ ...statementKey("mer_1", date), ...statement }, {});
  };
  const watermark = () => world.table.peek(statementWatermarkKey("mer_1"))?.date;

  it("for each closed day since the merchant came that has no final one, newest first", async () => {
    await addMerchant("mer_1", { createdAt: Date.UTC(2026, 0, 2, 23) });
    expect(await datesAsked()).toEqual(["2026-01-04", "2026-01-03", "2026-01-02"]);
    expect(watermark()).toBeUndefined();
    save("2026-01-02", true);
    save("2026-01-03", false);
    expect(await datesAsked()).toEqual(["2026-01-04", "2026-01-03"]);
    // Up to the oldest that is missing, everything is final.
    expect(watermark()).toBe("2026-01-03");
    save("2026-01-03", true);
    save("2026-01-04", true);
    expect(await datesAsked()).toEqual([]);
    expect(watermark()).toBe("2026-01-05");
    // The days before the watermark are not looked at again.
    for (const date of ["2026-01-02", "2026-01-03", "2026-01-04"])
      world.table.expire(statementKey("mer_1", date));
    expect(await datesAsked(at + DAY_MS)).toEqual(["2026-01-05"]);
  });

  it("while the account is lost for days of which it was not tried yet, and for all of them once that is over", async () => {
    const createdAt = Date.UTC(2026, 0, 1);
    const lost = { processorAccountId: "acct_1", deauthorized: true };
    await addMerchant("mer_1", { createdAt, account: lost });
    const key = merchantKey("mer_1");
    const change = (given: object) => world.table.put({ ...key, ...world.table.peek(key), ...given }, {});
    const [first, second, third, fourth] = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"] as const;
    // Without the account nothing more can be said of the first; the second was made before its day was over.
    save(first, false);
    save(second, false, { generatedAt: Date.parse(second) + 1 });
    expect(await datesAsked()).toEqual([fourth, third, second]);
    // A run has kept that one for want of anything better, still on that day, and once more after it.
    const generatedAt = Date.parse(second) + 1;
    save(second, false, { generatedAt, keptAt: generatedAt + 1 });
    expect(await datesAsked()).toEqual([fourth, third, second]);
    save(second, false, { generatedAt, keptAt: at });
    expect(await datesAsked()).toEqual([fourth, third]);
    save(fourth, false);
    expect(await datesAsked()).toEqual([third]);
    save(third, false);
    expect(await datesAsked()).toEqual([]);
    expect(await datesAsked(at + DAY_MS)).toEqual(["2026-01-05"]);
    expect(watermark()).toBeUndefined();
    // It came back, or was detached.
    for (const account of [{ ...lost, deauthorized: false }, null]) {
      change({ account });
      expect(await datesAsked()).toEqual([fourth, third, second, first]);
    }
  });

  it("not for a day before it is closed, nor for a merchant that came since", async () => {
    await addMerchant("mer_1", { createdAt: Date.UTC(2026, 0, 4, 1) });
    expect(await datesAsked(Date.UTC(2026, 0, 5, 5, 59))).toEqual([]);
    expect(await datesAsked(Date.UTC(2026, 0, 5, 6))).toEqual(["2026-01-04"]);
  });

  it("for sixty days of a merchant in one morning, the newest, and the watermark passes none of the rest", async () => {
    await addMerchant("mer_1", { createdAt: at - 100 * DAY_MS });
    const dates = await datesAsked();
    expect(dates).toHaveLength(60);
    expect(dates[0]).toBe("2026-01-04");
    expect(watermark()).toBeUndefined();
  });
});

describe("the daily look at payouts", () => {
  const madeOn = (id: string, given: Partial<Stripe.Payout> = {}) => {
    const payout = {
      ...{ id, object: "payout", amount: 100, currency: "usd", automatic: true, method: "standard" },
      ...{ status: "paid", created: Math.floor(world.now / 1000), arrival_date: 1, trace_id: null },
      ...{ failure_code: null, failure_balance_transaction: null, reconciliation_status: "not_applicable" },
      ...given,
    };
    payoutsMade.unshift(payout as unknown as Stripe.Payout);
  };

  it("syncs what the ledger does not know or what may still change, says how many, and asks for nothing else", async () => {
    const merchant = await addMerchant("mer_look");
    const look = () => followPayouts(merchant, "acct_1", world.now);
    pageItems = 2;
    madeOn("po_paid");
    madeOn("po_pending", { status: "pending" });
    madeOn("po_old", { created: Math.floor(world.now / 1000) - 30 * 86_400 - 1 });
    madeOn("po_third");
    expect(await look()).toBe(3);
    expect(asked.toSorted()).toEqual(["po_paid", "po_pending", "po_third"]);
    expect((await findPayout("mer_look", "po_third"))?.facts.status).toBe("paid");
    asked.length = 0;
    expect(await look()).toBe(1);
    expect(asked).toEqual(["po_pending"]);
    // A bank returns what was paid.
    payoutsMade = payoutsMade.map((payout) =>
      payout.id === "po_paid" ? { ...payout, status: "failed", failure_code: "account_closed" } : payout,
    );
    asked.length = 0;
    expect(await look()).toBe(2);
    expect((await findPayout("mer_look", "po_paid"))?.facts.status).toBe("failed");
    expect(world.table.peek({ pk: "ATTENTION#mer_look", sk: "PAYOUT#po_paid" })).toBeDefined();
  });

  it("asks for nothing of a merchant that was erased since the clock has asked", async () => {
    madeOn("po_1");
    const account = { processorAccountId: "acct_1" };
    const look = (merchant: Merchant) =>
      followDaily(merchant, "acct_1", { now: () => world.now, traceId: "trace" });
    await look(await addMerchant("mer_gone", { account, erasedAt: 1 }));
    expect([...asked, pagesAsked]).toEqual([0]);
    await look(await addMerchant("mer_there", { formerAccountIds: ["acct_1"] }));
    expect([...asked, pagesAsked]).toEqual(["po_1", 1]);
  });

  it("gives a list up that does not end after a hundred pages", async () => {
    const merchant = await addMerchant("mer_endless");
    madeOn("po_again");
    isEndless = true;
    await expect(followPayouts(merchant, "acct_1", world.now)).rejects.toThrow("does not end");
    expect(pagesAsked).toBe(100);
  });

  it("ends quietly where the account is lost, and fails where the processor is only away", async () => {
    const merchant = await addMerchant("mer_lost");
    rejection = new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
    expect(await followPayouts(merchant, "acct_1", world.now)).toBe(0);
    rejection = new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
    await expect(followPayouts(merchant, "acct_1", world.now)).rejects.toThrow("Away.");
  });
});

describe("a payout that is synced", () => {
  const OWNER = { merchantId: "mer_sync", accountId: "acct_1" };
  const sync = () => syncPayout(OWNER, "po_1", world.now);
  const WRITTEN_MS = 1_782_907_200_000;
  beforeEach(() => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(WRITTEN_MS);
    world.table.expire(payoutKey("mer_sync", "po_1"));
    const payout = { id: "po_1", object: "payout", amount: 100, currency: "usd", automatic: true };
    payoutsMade = [{ ...payout, status: "paid", created: 1, arrival_date: 1 } as unknown as Stripe.Payout];
    return () => clock.mockRestore();
  });

  it("answers what the ledger had before and has now, and looks again where another was faster", async () => {
    const first = await sync();
    expect(first).toMatchObject({
      before: undefined,
      now: { version: WRITTEN_MS, facts: { status: "paid" } },
    });
    whileAsked = () => {
      if (asked.length === 2) void savePayout(first.now, { ...first.now.facts, traceId: "T1" }, world.now);
    };
    expect(await sync()).toMatchObject({ before: { version: WRITTEN_MS }, now: { version: WRITTEN_MS + 2 } });
  });

  it("is told to an endpoint that chose it where something visible has changed, and only then", async () => {
    const endpoint = { endpointId: ENDPOINT_ID, url: "https://shop.example/", secrets: [], disabled: false };
    const list = [{ ...endpoint, events: ["payout.updated"] }];
    const merchant = { merchantId: "mer_sync", account: null, callbackEndpoints: { version: 1, list } };
    world.table.put({ ...merchantKey("mer_sync"), ...merchant }, {});
    const updates = () =>
      world.table.all().filter(({ sk, type }) => sk === "EVENT" && type === "payout.updated").length;
    const before = updates();
    const syncAndCount = async () => {
      await syncPayout(OWNER, "po_1", world.now);
      return updates() - before;
    };
    expect([await syncAndCount(), await syncAndCount()]).toEqual([1, 1]);
    Object.assign(payoutsMade[0] ?? {}, { status: "failed" });
    expect(await syncAndCount()).toBe(2);
  });

  it("gives up after ten rounds in which others were faster, and says so", async () => {
    let { now } = await sync();
    whileAsked = () => {
      void savePayout(now, now.facts, world.now);
      now = { ...now, version: now.version + 1 };
    };
    await expect(sync()).rejects.toMatchObject({
      ...{ code: "service_unavailable", message: "The payout keeps changing. Retry shortly." },
    });
  });
});

it("the platform's income is summed by account and currency over all pages: taken, returned, and what is left", async () => {
  await addMerchant("mer_1");
  world.table.put({ ...accountKey("acct_income"), merchantId: "mer_1", linkedAt: 1 }, {});
  pageItems = 2;
  const fee = (id: string, account: string, currency: string, amount: number, amount_refunded: number) =>
    feesTaken.push({ id, account, currency, amount, amount_refunded } as Stripe.ApplicationFee);
  fee("fee_1", "acct_income", "usd", 100, 5);
  fee("fee_2", "acct_income", "eur", 7, 7);
  fee("fee_3", "acct_stranger", "usd", 30, 10);
  fee("fee_4", "acct_income", "usd", 50, 20);
  expect(await reportIncome({ sinceMs: 0, untilMs: world.now })).toEqual([
    {
      ...{ merchantId: "mer_1", accountId: "acct_income", currency: "usd" },
      ...{ fees: 2, takenCents: 150, returnedCents: 25, earnedCents: 125 },
    },
    {
      ...{ merchantId: "mer_1", accountId: "acct_income", currency: "eur" },
      ...{ fees: 1, takenCents: 7, returnedCents: 7, earnedCents: 0 },
    },
    {
      ...{ merchantId: null, accountId: "acct_stranger", currency: "usd" },
      ...{ fees: 1, takenCents: 30, returnedCents: 10, earnedCents: 20 },
    },
  ]);
});

it("on cash basis the platform's income is its balance lines: a later return leaves the month before as it was", async () => {
  await addMerchant("mer_1");
  world.table.put({ ...accountKey("acct_income"), merchantId: "mer_1", linkedAt: 1 }, {});
  pageItems = 2;
  const [june, july] = [Date.UTC(2026, 5, 1), Date.UTC(2026, 6, 1)];
  const monthOf = (sinceMs: number) => ({ sinceMs, untilMs: sinceMs + 30 * 86_400_000 });
  const fee = { id: "fee_1", object: "application_fee", account: "acct_income" } as Stripe.ApplicationFee;
  feesTaken.push(fee);
  const add = (type: string, net: number, source: unknown, atMs: number, category = "platform_earning") =>
    feeLines.push({
      ...{ id: `txn_${feeLines.length}`, type, amount: net, net, fee: 0, currency: "usd", source },
      ...{ created: atMs / 1000, reporting_category: category },
    } as unknown as Stripe.BalanceTransaction);
  add("application_fee", 100, fee, june);
  add("application_fee", 50, { ...fee, id: "fee_2" }, june + 1000);
  add("payout", -150, "po_1", june + 2000, "payout");
  const cash = (sinceMs: number) => reportIncome(monthOf(sinceMs), "cash");
  const ofJune = await cash(june);
  expect(ofJune).toEqual([
    {
      ...{ merchantId: "mer_1", accountId: "acct_income", currency: "usd" },
      ...{ fees: 2, takenCents: 150, returnedCents: 0, earnedCents: 150 },
    },
  ]);
  const refund = { id: "fr_1", object: "fee_refund", fee: "fee_1" };
  add("application_fee_refund", -40, refund, july, "platform_earning_refund");
  // The refund has failed, and the fee is the platform's again.
  add("adjustment", 10, "fee_1", july + 1000);
  expect(await cash(june)).toEqual(ofJune);
  const ofJuly = await cash(july);
  expect(ofJuly).toMatchObject([
    { merchantId: "mer_1", accountId: "acct_income", fees: 0, returnedCents: 40, earnedCents: -40 },
    { merchantId: null, accountId: null, fees: 0, returnedCents: -10, earnedCents: 10 },
  ]);
  const lines = feeLines.filter(({ type }) => type !== "payout");
  const earned = [...ofJune, ...ofJuly].reduce((sum, { earnedCents }) => sum + earnedCents, 0);
  expect(earned).toBe(lines.reduce((sum, { net }) => sum + net, 0));
});
