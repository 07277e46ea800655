import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { PAID, useBench } from "./support.ts";

const bench = useBench();

const lines = async (options: { stripeAccount: string }, params: Stripe.BalanceTransactionListParams = {}) =>
  (await bench.stripe.balanceTransactions.list({ limit: 100, ...params }, options)).data.reverse();
const pass = (advanceSeconds: number) => bench.control("POST", "clock", { advanceSeconds });

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

  it("balance transactions of a bank debit: pending at once, and taken back whole when it fails", async () => {
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
    const [, failing, failure, ...more] = await lines(account);
    expect(failure).toMatchObject({
      type: "payment_failure_refund",
      reporting_category: "charge_failure",
      amount: -1000,
      net: -(failing?.net ?? 0),
    });
    expect(more).toEqual([]);
  });

  it("are in the account's own currency", async () => {
    const account = await bench.connect();
    await bench.stripe.paymentIntents.create({ ...PAID, currency: "eur" }, account);
    expect(await lines(account)).toMatchObject([{ amount: 1250, currency: "usd", exchange_rate: 1.25 }]);
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
