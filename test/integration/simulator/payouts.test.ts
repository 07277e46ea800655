import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { eventTypes, PAID, useBench } from "./support.ts";

const bench = useBench();

type Options = { stripeAccount: string };

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const pass = (advanceSeconds: number) => bench.control("POST", "clock", { advanceSeconds });

/** An account that has been onboarded, so that it is paid out. */
async function connect(): Promise<Options> {
  const account = await bench.connect();
  const enabled = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
  await bench.control("POST", `accounts/${account.stripeAccount}`, enabled);
  return account;
}

const pay = (account: Options, params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  bench.stripe.paymentIntents.create({ ...PAID, ...params }, account);
const payoutsOf = async (account: Options) =>
  (await bench.stripe.payouts.list({ limit: 100 }, account)).data.reverse();

async function linesOf(account: Options, payout?: string): Promise<Stripe.BalanceTransaction[]> {
  const params = { limit: 100, ...(payout === undefined ? {} : { payout }) };
  return bench.stripe.balanceTransactions.list(params, account).autoPagingToArray({ limit: 10_000 });
}

const sum = (lines: Stripe.BalanceTransaction[]) => lines.reduce((total, { net }) => total + net, 0);

describe("an automatic payout (facts P1, P2 and P5)", () => {
  it("is reconciled as late as a control says", async () => {
    const account = await connect();
    const delay = { reconciliation_delay_seconds: 10 * DAY_SECONDS };
    await bench.control("POST", `accounts/${account.stripeAccount}/payout_schedule`, delay);
    await pay(account);
    await pass(8 * DAY_SECONDS);
    expect(await payoutsOf(account)).toMatchObject([
      { status: "paid", reconciliation_status: "in_progress" },
    ]);
    await pass(6 * DAY_SECONDS);
    expect(await payoutsOf(account)).toMatchObject([{ reconciliation_status: "completed" }]);
  });

  it("gets its trace id a day after it has arrived, and no event tells of it (fact P8)", async () => {
    const account = await connect();
    await pay(account);
    await pass(4 * DAY_SECONDS);
    expect(await payoutsOf(account)).toMatchObject([{ trace_id: { status: "pending", value: null } }]);
    await pass(3 * DAY_SECONDS);
    expect(await payoutsOf(account)).toMatchObject([{ trace_id: { status: "supported" } }]);
    expect(await eventTypes(bench.stripe, account)).not.toContain("payout.updated");
  });

  it("below nothing takes money from the bank", async () => {
    const account = await connect();
    const line = { type: "stripe_fee", reporting_category: "fee", amount: -700 };
    await bench.control("POST", `accounts/${account.stripeAccount}/balance`, line);
    await pass(4 * DAY_SECONDS);
    const [payout] = await payoutsOf(account);
    expect(payout).toMatchObject({ amount: -700, automatic: true });
    expect(sum(await linesOf(account, payout?.id))).toBe(0);
  });

  it("is not made for an account that may not be paid out, until it may", async () => {
    const account = await bench.connect();
    await pay(account);
    await pass(5 * DAY_SECONDS);
    expect(await payoutsOf(account)).toEqual([]);
    await bench.control("POST", `accounts/${account.stripeAccount}`, { payouts_enabled: true });
    expect(await payoutsOf(account)).toMatchObject([{ amount: 941 }]);
  });

  it("a payout of 101 lines is listed in two pages without a gap", async () => {
    const account = await connect();
    for (let n = 0; n < 101; n++) {
      await bench.control("POST", `accounts/${account.stripeAccount}/balance`, {
        type: "adjustment",
        amount: 7,
      });
    }
    await pass(4 * DAY_SECONDS);
    const [payout] = await payoutsOf(account);
    const lines = await linesOf(account, payout?.id);
    expect([lines.length, new Set(lines.map(({ id }) => id)).size, sum(lines)]).toEqual([102, 102, 0]);
    expect(payout?.amount).toBe(707);
  });
});

const requested = async ({ stripeAccount }: Options, payout: object): Promise<Stripe.Payout> =>
  (await bench.control("POST", `accounts/${stripeAccount}/payouts`, payout)) as Stripe.Payout;

it("a payout that the merchant asks for tells nobody what is in it (fact P2)", async () => {
  const account = await connect();
  const manual = { interval: "manual" };
  await bench.control("POST", `accounts/${account.stripeAccount}/payout_schedule`, manual);
  await pay(account);
  await pass(5 * DAY_SECONDS);
  expect(await payoutsOf(account)).toEqual([]);
  const payout = await requested(account, { amount: 500 });
  expect(payout).toMatchObject({ automatic: false, reconciliation_status: "not_applicable" });
  expect(await linesOf(account, payout.id)).toEqual([]);
  expect(await bench.control("POST", `payouts/${payout.id}/cancel`)).toMatchObject({ status: "canceled" });
});

describe("balances in several currencies (facts P9 and P10)", () => {
  const balanceOf = async (account: Options) => {
    const { available, pending } = await bench.stripe.balance.retrieve({}, account);
    const sums: Record<string, number> = {};
    for (const { currency, amount } of [...available, ...pending])
      sums[currency] = (sums[currency] ?? 0) + amount;
    return {
      sums,
      available: Object.fromEntries(available.map(({ currency, amount }) => [currency, amount])),
    };
  };

  it("what is charged in a settlement currency is held, returned and paid out in it", async () => {
    const account = await connect();
    const { stripeAccount } = account;
    const currencies = { currencies: ["eur"] };
    await bench.control("POST", `accounts/${stripeAccount}/settlement_currencies`, currencies);
    await pay(account);
    await pay(account, { currency: "eur" });
    // Converted to the default currency: 1250 less a fee of 59 * 1.25.
    await pay(account, { currency: "gbp" });
    expect(await balanceOf(account)).toEqual({
      sums: { eur: 941, usd: 941 + 1250 - 74 },
      available: { eur: 0, usd: 0 },
    });
    await pass(3 * DAY_SECONDS);
    const payouts = await payoutsOf(account);
    expect(payouts.map(({ amount, currency }) => [currency, amount]).toSorted()).toEqual([
      ["eur", 941],
      ["usd", 2117],
    ]);
    expect((await balanceOf(account)).sums).toEqual({ eur: 0, usd: 0 });
    const inEuro = payouts.find(({ currency }) => currency === "eur");
    expect(sum(await linesOf(account, inEuro?.id))).toBe(0);
    await bench.control("POST", `payouts/${inEuro?.id}/fail`);
    expect((await balanceOf(account)).available).toEqual({ eur: 941, usd: 0 });
  });

  it("after a change of the default currency the money of before stays in the old one", async () => {
    const account = await connect();
    await pay(account);
    await bench.stripe.accounts.update(account.stripeAccount, { default_currency: "eur" });
    await pay(account);
    expect((await balanceOf(account)).sums).toEqual({ eur: 1250 - 74, usd: 941 });
    await pass(3 * DAY_SECONDS);
    expect((await payoutsOf(account)).map(({ currency }) => currency).toSorted()).toEqual(["eur", "usd"]);
    expect((await balanceOf(account)).sums).toEqual({ eur: 0, usd: 0 });
  });

  it("an instant payout leaves the balance of its own currency at once, and a canceled one comes back", async () => {
    const account = await connect();
    const manual = { interval: "manual" };
    await bench.control("POST", `accounts/${account.stripeAccount}/payout_schedule`, manual);
    await pay(account);
    await requested(account, { amount: 500, currency: "eur", method: "instant" });
    const standard = await requested(account, { amount: 400 });
    expect((await balanceOf(account)).sums).toEqual({ eur: -500, usd: 541 });
    await bench.control("POST", `payouts/${standard.id}/cancel`);
    expect((await balanceOf(account)).sums).toEqual({ eur: -500, usd: 941 });
  });
});

const lines = async (options: { stripeAccount: string }, params: Stripe.BalanceTransactionListParams = {}) =>
  (await bench.stripe.balanceTransactions.list({ limit: 100, ...params }, options)).data.reverse();

describe("balance transactions (fact 28)", () => {
  it("balance transactions of a pending refund: at once, and no second one when it has arrived", async () => {
    const account = await bench.connect();
    const pending = { ...PAID, payment_method: "pm_card_pendingRefund" };
    const { id } = await bench.stripe.paymentIntents.create(pending, account);
    await bench.stripe.refunds.create({ payment_intent: id }, account);
    expect(await lines(account, { type: "refund" })).toMatchObject([{ amount: -1000, fee: 0 }]);
    await pass(2);
    expect(await lines(account, { type: "refund" })).toHaveLength(1);
  });

  it("balance transactions of a refund for which there is no money: only when there is some", async () => {
    const account = await bench.connect();
    const { id } = await bench.stripe.paymentIntents.create(PAID, account);
    await bench.control("POST", `accounts/${account.stripeAccount}/funds`, { sufficient: false });
    const refund = await bench.stripe.refunds.create({ payment_intent: id }, account);
    expect(refund).toMatchObject({ status: "pending", pending_reason: "insufficient_funds" });
    expect(await lines(account, { type: "refund" })).toEqual([]);
    await bench.control("POST", `accounts/${account.stripeAccount}/funds`, { sufficient: true });
    expect(await bench.stripe.refunds.retrieve(refund.id, {}, account)).toMatchObject({
      status: "succeeded",
    });
    expect(await lines(account, { type: "refund" })).toMatchObject([{ amount: -1000 }]);
  });

  it("balance transactions of a dispute, both ways", async () => {
    const account = await bench.connect();
    const disputed = { ...PAID, payment_method: "pm_card_createDispute" };
    const { id } = await bench.stripe.paymentIntents.create(disputed, account);
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: id }, account)).data;
    const evidence = { uncategorized_text: "winning_evidence" };
    await bench.stripe.disputes.update(dispute?.id ?? "", { evidence }, account);
    await pass(2);
    expect(await lines(account, { type: "adjustment" })).toMatchObject([
      { amount: -1000, fee: 1500, net: -2500, source: dispute?.id },
      { amount: 1000, fee: 0, net: 1000, source: dispute?.id },
    ]);
  });

  it("balance transactions of a bank debit: pending at once, and taken back for the bank's fee when it fails", async () => {
    const account = await bench.connect();
    const debit = (payment_method: string) =>
      bench.stripe.paymentIntents.create(
        { ...PAID, allowed_payment_method_types: ["us_bank_account"], payment_method },
        account,
      );
    await debit("pm_usBankAccount");
    await debit("pm_usBankAccount_accountClosed");
    const booked = { type: "payment", reporting_category: "charge", amount: 1000, status: "pending" };
    expect(await lines(account)).toMatchObject([booked, booked]);
    await pass(2);
    const [, failing, failure, ...more] = await lines(account, { expand: ["data.source"] });
    const charge = failing?.source as Stripe.Charge;
    expect(charge).toMatchObject({ status: "failed", failure_balance_transaction: failure?.id });
    expect(failure).toMatchObject({
      type: "payment_failure_refund",
      reporting_category: "charge_failure",
      amount: -1000,
      fee: 400 - (failing?.fee ?? 0),
      net: -400 - (failing?.net ?? 0),
      source: { object: "refund", amount: 1000, charge: charge.id, payment_intent: charge.payment_intent },
    });
    expect(failure?.source).toMatchObject({ id: expect.stringMatching(/^pyr_/) });
    expect(await lines(account, { source: charge.id })).toHaveLength(1);
    expect((await bench.stripe.refunds.list({}, account)).data).toEqual([]);
    expect(more).toEqual([]);
  });

  it("convert a refund at the rate of its own day (fact P9)", async () => {
    const account = await bench.connect();
    const { id } = await bench.stripe.paymentIntents.create({ ...PAID, currency: "eur" }, account);
    await pass(DAY_SECONDS);
    await bench.stripe.refunds.create({ payment_intent: id, amount: 500 }, account);
    expect(await lines(account)).toMatchObject([
      { amount: 1250, currency: "usd", exchange_rate: 1.25 },
      { amount: -630, exchange_rate: 1.26 },
    ]);
  });

  it("are listed by time, by source, and in pages of at most a hundred", async () => {
    const account = await bench.connect();
    const first = await bench.stripe.paymentIntents.create(PAID, account);
    await pass(3600);
    for (let n = 0; n < 101; n++) await bench.stripe.paymentIntents.create(PAID, account);
    const page = await bench.stripe.balanceTransactions.list({ limit: 100 }, account);
    expect([page.data.length, page.has_more]).toEqual([100, true]);
    const before = { created: { lt: first.created + 3000 } };
    expect(await lines(account, before)).toMatchObject([{ source: first.latest_charge }]);
    expect(await lines(account, { source: String(first.latest_charge) })).toHaveLength(1);
    expect(await lines(account, { payout: "po_1" })).toEqual([]);
    expect(await lines(account, { limit: 101 })).toHaveLength(100);
  });
});
