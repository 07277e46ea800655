import fc from "fast-check";
import type Stripe from "stripe";
import { beforeAll, expect, it } from "vitest";
import type { PayoutLine } from "../../../shared/domain/finance/payout.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import type { newPaymentRecord } from "../../../shared/ledger/payments.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { PAID, SECRET_KEY, useBench } from "../../integration/simulator/support.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/*
 * Random days of an account at the processor's simulator, over its own API: sales of ours, the merchant's own and those
 * of another app, in two currencies, refunds that hold and that fail, fees returned or kept, disputes won and lost,
 * holds and lines of types that nobody knows, payouts that come back. Then every payout is taken apart by the real
 * flows, whose runs die again and again, on a ledger in memory. Compared is with the processor's own lists, by the
 * test's own arithmetic.
 */
const RUNS = 8;
const HOUR_SECONDS = 3600;
const bench = useBench();
const world = new FakeWorld();
world.enter();

type Flows = {
  sync: (owner: { merchantId: string; accountId: string }, payoutId: string) => Promise<unknown>;
  compose: (merchant: Merchant, payoutId: string, traceId: string) => Promise<unknown>;
  find: (merchantId: string, payoutId: string) => Promise<PayoutRecord | undefined>;
  lines: (record: PayoutRecord) => Promise<PayoutLine[]>;
  newRecord: typeof newPaymentRecord;
};
let flows: Flows;
beforeAll(async () => {
  world.askAt(bench.simulator.url, SECRET_KEY);
  const { syncPayout } = await import("../../../shared/flows/payouts/sync-payout.ts");
  const { composePayout } = await import("../../../shared/flows/payout-lines/compose-payout.ts");
  const { findPayout } = await import("../../../shared/ledger/payouts.ts");
  const { listLines } = await import("../../../shared/flows/payouts/list-payouts.ts");
  const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");
  flows = {
    newRecord: newPaymentRecord,
    sync: (owner, payoutId) =>
      syncPayout(
        { ...owner, merchant: { ...owner, account: null } as unknown as Merchant },
        payoutId,
        world.now,
      ),
    compose: (merchant, payoutId, traceId) =>
      composePayout(merchant, payoutId, { now: () => world.now, traceId }),
    find: findPayout,
    lines: async (record) => (await listLines(record, { limit: 10_000 })).items,
  };
});

const CURRENCIES = ["usd", "eur"] as const;
const currency = fc.constantFrom(...CURRENCIES);
const METHODS = ["pm_card_visa", "pm_card_refundFail", "pm_card_pendingRefund", "pm_card_createDispute"];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("sale" as const),
      whose: fc.constantFrom("ours", "ours, edited", "the merchant's", "another app's"),
      amount: fc.integer({ min: 100, max: 20_000 }),
      fee: fc.integer({ min: 0, max: 99 }),
      currency,
      method: fc.constantFrom(...METHODS),
      refundPercents: fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 2 }),
      returnsFee: fc.boolean(),
      verdict: fc.constantFrom("winning_evidence", "losing_evidence", "no answer"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("booking" as const),
      type: fc.constantFrom("of_the_future", "payout_minimum_balance_hold", "stripe_fee", "reserve_hold"),
      category: fc.constantFrom("of_the_future", "fee", "risk_reserved_funds", "other_adjustment"),
      amount: fc.integer({ min: -900, max: 900 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("time" as const),
      hours: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("settles in" as const), currency }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("payout comes back" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Sale = Extract<Step, { kind: "sale" }>;

let accounts = 0;

/** An account, its merchant, and which intents are payments of ours. */
class Days {
  readonly merchantId = `mer_${++accounts}`;
  readonly ours = new Map<string, string>();
  readonly options: { stripeAccount: string };

  private constructor(options: { stripeAccount: string }) {
    this.options = options;
  }

  static async open(): Promise<Days> {
    const options = await bench.connect();
    const enabled = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
    await bench.control("POST", `accounts/${options.stripeAccount}`, enabled);
    return new Days(options);
  }

  async live(step: Step): Promise<void> {
    const { stripeAccount } = this.options;
    if (step.kind === "sale") return this.sell(step);
    if (step.kind === "time") return pass(step.hours);
    if (step.kind === "settles in")
      return void (await bench.stripe.accounts.update(stripeAccount, { default_currency: step.currency }));
    if (step.kind === "booking") {
      const { type, category: reporting_category, amount } = step;
      const line = { type, reporting_category, amount };
      return void (await bench.control("POST", `accounts/${stripeAccount}/balance`, line));
    }
    const [payout] = await this.payouts();
    if (payout && payout.status !== "failed") await bench.control("POST", `payouts/${payout.id}/fail`, {});
  }

  private async sell(sale: Sale): Promise<void> {
    const isOurs = sale.whose.startsWith("ours");
    const svcPaymentId = `svcpay_${String(this.ours.size).padStart(16, "0")}${this.merchantId.padEnd(16, "0").replace("mer_", "0000")}`;
    const hasFee = sale.fee > 0 && sale.whose !== "the merchant's";
    const { id } = await bench.stripe.paymentIntents.create(
      {
        ...PAID,
        ...{ amount: sale.amount, currency: sale.currency, payment_method: sale.method },
        ...(hasFee && { application_fee_amount: sale.fee }),
        ...(sale.whose === "ours" && { metadata: { svcPaymentId, svcEnv: "test" } }),
      },
      this.options,
    );
    if (isOurs) await this.record(id, svcPaymentId, sale);
    if (sale.method === "pm_card_createDispute") return this.answerDispute(id, sale.verdict);
    for (const percent of sale.refundPercents) {
      const amount = Math.floor((sale.amount * percent) / 100);
      const refund = { payment_intent: id, amount, refund_application_fee: hasFee && sale.returnsFee };
      await bench.stripe.refunds.create(refund, this.options);
    }
  }

  private async record(intentId: string, svcPaymentId: string, sale: Sale): Promise<void> {
    const { created } = await bench.stripe.paymentIntents.retrieve(intentId, {}, this.options);
    const terms = {
      connectedAccountId: this.options.stripeAccount,
      amountCents: sale.amount,
      applicationFeeCents: sale.fee,
      currency: sale.currency,
      captureMethod: "automatic" as const,
    };
    const { merchantId } = this;
    const record = flows.newRecord({ svcPaymentId, merchantId, terms, traceId: "t", at: created * 1000 });
    world.table.put({ ...record, state: "completed", processorPaymentIntentId: intentId }, {});
    this.ours.set(intentId, svcPaymentId);
  }

  private async answerDispute(payment_intent: string, verdict: string): Promise<void> {
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent }, this.options)).data;
    if (!dispute || verdict === "no answer") return;
    await bench.stripe.disputes.update(
      dispute.id,
      { evidence: { uncategorized_text: verdict } },
      this.options,
    );
  }

  /** Newest first. */
  payouts = async (): Promise<Stripe.Payout[]> =>
    (await bench.stripe.payouts.list({ limit: 100 }, this.options)).data;

  transactions = (payout?: string): Promise<Stripe.BalanceTransaction[]> =>
    bench.stripe.balanceTransactions
      .list({ limit: 100, expand: ["data.source"], ...(payout && { payout }) }, this.options)
      .autoPagingToArray({ limit: 10_000 });

  /** Takes a payout apart; every so many calls to the ledger one kills the run. */
  async takeApart(payoutId: string, callsToDeath: number): Promise<PayoutRecord> {
    const accountId = this.options.stripeAccount;
    await flows.sync({ merchantId: this.merchantId, accountId }, payoutId);
    let calls = 0;
    world.isKilled = () => ++calls % callsToDeath === 0;
    const merchant = { merchantId: this.merchantId } as Merchant;
    for (let run = 0; run < 100; run++) {
      await flows.compose(merchant, payoutId, `run-${run}`).catch((error: Error) => {
        if (!/has died/.test(String(error))) throw error;
      });
      world.isKilled = run > 50 ? () => false : world.isKilled;
      const record = world.table.peek({ pk: `PAYOUTS#${this.merchantId}`, sk: `PAYOUT#${payoutId}` });
      if (record?.composed) break;
    }
    world.isKilled = () => false;
    const record = await flows.find(this.merchantId, payoutId);
    if (!record?.composed) throw new Error(`${payoutId} was never taken apart.`);
    return record;
  }

  /** Which payment of ours a line is about, by the processor's own references. */
  async subjectOf({ source }: Stripe.BalanceTransaction): Promise<string | null> {
    if (source === null || typeof source === "string") return null;
    if (source.object === "fee_refund") {
      const fee = await bench.stripe.applicationFees.retrieve(String(source.fee));
      const charge = await bench.stripe.charges.retrieve(String(fee.charge), {}, this.options);
      return this.ours.get(String(charge.payment_intent)) ?? null;
    }
    const { payment_intent = null } = source as { payment_intent?: unknown };
    return this.ours.get(String(payment_intent)) ?? null;
  }
}

const pass = async (hours: number): Promise<void> => {
  await bench.control("POST", "clock", { advanceSeconds: hours * HOUR_SECONDS });
};

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function checkLine(days: Days, line: PayoutLine, transaction: Stripe.BalanceTransaction) {
  const svcPaymentId = await days.subjectOf(transaction);
  const appFees = transaction.fee_details.filter(({ type }) => type === "application_fee");
  const appFeeCents = sum(appFees.map(({ amount }) => amount));
  expect(line).toMatchObject({
    svcPaymentId,
    grossCents: transaction.amount,
    platformFeeCents: svcPaymentId ? appFeeCents : 0,
    otherFeesCents: svcPaymentId ? 0 : appFeeCents,
    processorFeeCents: transaction.fee - appFeeCents,
    taxCents: 0,
    netCents: transaction.net,
    currency: transaction.currency,
    exchangeRate: transaction.exchange_rate,
  });
}

it("whatever happens to an account, each line is in exactly one automatic payout, and every payout adds up to the cent", async () => {
  let [payoutsSeen, linesSeen] = [0, 0];
  const steps = fc.array(step, { minLength: 8, maxLength: 25 });
  const callsToDeath = fc.integer({ min: 4, max: 40 });
  await fc.assert(
    fc.asyncProperty(steps, callsToDeath, async (steps, callsToDeath) => {
      const days = await Days.open();
      for (const step of steps) await days.live(step);
      await pass(24 * 20);
      const all = await days.transactions();
      const inPayouts: string[] = [];
      for (const { id, amount } of await days.payouts()) {
        const record = await days.takeApart(id, callsToDeath);
        const lines = await flows.lines(record);
        const items = await days.transactions(id);
        const byId = new Map(items.map((item) => [item.id, item]));
        expect(sum(lines.map(({ netCents }) => netCents))).toBe(amount);
        const totals = Object.values(record.composed?.totals ?? {});
        expect(sum(totals.map(({ netCents }) => netCents))).toBe(amount);
        expect(sum(totals.map(({ count }) => count))).toBe(lines.length);
        // All but the payout's own.
        expect(lines).toHaveLength(items.length - 1);
        for (const line of lines)
          await checkLine(days, line, byId.get(line.transactionId) as Stripe.BalanceTransaction);
        inPayouts.push(...lines.map(({ transactionId }) => transactionId));
        payoutsSeen++;
        linesSeen += lines.length;
      }
      expect(new Set(inPayouts).size).toBe(inPayouts.length);
      // In none is only what comes to nothing, of which no payout is made.
      const left = all.filter(({ id, type }) => type !== "payout" && !inPayouts.includes(id));
      for (const one of CURRENCIES)
        expect(sum(left.filter(({ currency }) => currency === one).map(({ net }) => net))).toBe(0);
    }),
    { numRuns: RUNS },
  );
  expect(payoutsSeen).toBeGreaterThan(RUNS);
  expect(linesSeen).toBeGreaterThan(5 * RUNS);
});
