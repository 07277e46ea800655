import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { toLine, toMovement } from "../../../shared/processor/movements.ts";
import { toPayout } from "../../../shared/processor/payouts.ts";
import { balanceLineWith } from "../../support/stripe-objects.ts";

const transaction: (given: Partial<Stripe.BalanceTransaction>) => Stripe.BalanceTransaction = balanceLineWith;
const lineOf = (given: Partial<Stripe.BalanceTransaction>) =>
  toLine(toMovement(transaction(given)), "svcpay_1");

const detail = (type: string, amount: number, application: string | null = null) => ({
  amount,
  application,
  currency: "usd",
  description: null,
  type,
});

describe("a line of an account's balance", () => {
  it("tells the platform's fee from the processor's and from withheld tax (fact P4)", () => {
    const fee_details = [
      detail("application_fee", 31, "ca_1"),
      detail("stripe_fee", 59),
      detail("withheld_tax", 7),
    ];
    const line = toMovement(transaction({ fee: 97, net: 903, fee_details }));
    expect(line).toMatchObject({
      transactionId: "txn_1",
      at: 1_780_000_000_000,
      platformFeeCents: 31,
      processorFeeCents: 66,
      taxCents: 7,
      netCents: 903,
    });
  });

  it.each([
    ["refund_failure", "adjustment", "refund_failure"],
    ["fee", "stripe_fee", "fee"],
    ["payout_reversal", "payout_failure", "payout_failure"],
    ["payout_reversal", "payout_cancel", "payout_failure"],
    ["risk_reserved_funds", "reserve_transaction", "held_back"],
    ["of_the_future", "payout_minimum_balance_hold", "held_back"],
    ["of_the_future", "of_the_future", "other"],
  ])("a line of category %s and type %s is a %s (fact P6)", (reporting_category, type, kind) => {
    expect(toMovement(transaction({ reporting_category, type }))).toMatchObject({ kind });
  });

  it.each([
    ["charge", 1250, { object: "charge", amount: 1500, amount_captured: 1000, currency: "eur" }, 1000],
    ["refund", -500, { object: "refund", amount: 400, currency: "eur" }, -400],
    ["dispute", -1250, { object: "dispute", amount: 1000, currency: "eur" }, -1000],
    ["dispute_reversal", 1250, { object: "dispute", amount: 1000, currency: "eur" }, 1000],
  ])(
    "a foreign %s says what was charged as well, with the sign of the line",
    (reporting_category, amount, source, cents) => {
      const line = transaction({
        reporting_category,
        amount,
        exchange_rate: 1.25,
        source: source as Stripe.Charge,
      });
      expect(toMovement(line)).toMatchObject({
        ...{ amountCents: amount, currency: "usd", exchangeRate: 1.25 },
        charged: { amountCents: cents, currency: "eur" },
      });
    },
  );

  it("a returned fee is one by its source's id alone, which the processor may not expand (fact 28)", () => {
    const line = transaction({ reporting_category: "fee", type: "adjustment", source: "fr_1" });
    expect(toMovement(line)).toMatchObject({ kind: "platform_fee_return" });
  });

  it("says what was charged only where that is known", () => {
    const charged = { chargedCents: 1000, chargeCurrency: "usd" };
    const unknown = { chargedCents: null, chargeCurrency: null };
    expect(lineOf({})).toMatchObject(charged);
    expect(lineOf({ exchange_rate: 1.25 })).toMatchObject(unknown);
    expect(lineOf({ reporting_category: "fee" })).toMatchObject(unknown);
  });

  it("a foreign payment that was captured in part says once what was charged, beside what was let go", () => {
    const source = { object: "charge", amount: 1000, amount_captured: 600, currency: "eur" } as Stripe.Charge;
    const booked = { exchange_rate: 1.25, source };
    const letGo = { reporting_category: "partial_capture_reversal", amount: -500, net: -500 };
    expect([lineOf({ ...booked, amount: 1250 }), lineOf({ ...booked, ...letGo })]).toMatchObject([
      { kind: "charge", grossCents: 1250, chargedCents: 600, chargeCurrency: "eur" },
      { kind: "charge", grossCents: -500, chargedCents: null, chargeCurrency: null },
    ]);
    expect(lineOf(letGo)).toMatchObject({ chargedCents: -500, chargeCurrency: "usd" });
  });

  it("a foreign debit that failed was charged and taken back whole: its charge says that nothing is captured", () => {
    const charge = { object: "charge", status: "failed", amount: 1000, amount_captured: 0, currency: "eur" };
    const refund = { object: "refund", status: "succeeded", amount: 1000, currency: "eur", charge: "py_1" };
    const takenBack = { reporting_category: "charge_failure", type: "payment_failure_refund", amount: -1250 };
    const foreign = (source: object) => ({ exchange_rate: 1.25, source: source as Stripe.Charge });
    expect([
      lineOf({ ...foreign(charge), type: "payment", amount: 1250 }),
      lineOf({ ...foreign(refund), ...takenBack }),
    ]).toMatchObject([
      { kind: "charge", chargedCents: 1000 },
      { kind: "charge", chargedCents: -1000 },
    ]);
  });

  it.each([null, 1.25])("a returned fee was charged to no customer, at the rate %s", (exchange_rate) => {
    const source = { id: "fr_1", object: "fee_refund", amount: 31, currency: "eur" } as never;
    expect(lineOf({ reporting_category: "fee", amount: 31, source, exchange_rate })).toMatchObject({
      ...{ kind: "platform_fee_return", grossCents: 31, chargedCents: null, chargeCurrency: null },
    });
  });

  it.each(["issuing", "refund_and_dispute_prefunding", "of_the_future"] as const)(
    "a line of the balance %s is kept, and is of its own kind whatever it is about (fact P6)",
    (balance_type) => {
      const line = transaction({ balance_type: balance_type as "issuing", amount: -700, net: -700 });
      expect(toMovement(line)).toMatchObject({ kind: "other_balance", netCents: -700 });
    },
  );
});

describe("a payout", () => {
  const payout = {
    ...{ id: "po_1", object: "payout", status: "paid", amount: -700, currency: "huf", automatic: true },
    ...{ method: "standard", created: 1_780_000_000, arrival_date: 1_780_086_400, failure_code: null },
    ...{ failure_balance_transaction: null, reconciliation_status: "completed" },
    trace_id: { status: "supported", value: "T-1" },
  } as Stripe.Payout;

  it("may be below nothing, and has its reference at the bank once that is known (facts P1 and P8)", () => {
    expect(toPayout(payout, "acct_1")).toMatchObject({
      amountCents: -700,
      traceId: "T-1",
      isTracePending: false,
    });
    const waiting = { ...payout, trace_id: { status: "pending", value: null } };
    expect(toPayout(waiting, "acct_1")).toMatchObject({ traceId: null, isTracePending: true });
    expect(toPayout({ ...payout, trace_id: null }, "acct_1")).toMatchObject({ isTracePending: false });
  });

  it("a payout that failed says when its money was back, or that nothing was booked for it; a list says neither (fact P3)", () => {
    const failed: Stripe.Payout = { ...payout, status: "failed" };
    const booking = { id: "txn_1", created: 7 } as Stripe.BalanceTransaction;
    const returnOf = (one: Stripe.Payout) => toPayout(one, "acct_1").returnedAt;
    expect(returnOf({ ...failed, failure_balance_transaction: booking })).toBe(7000);
    expect(returnOf({ ...failed, failure_balance_transaction: "txn_1" })).toBeUndefined();
    expect(returnOf({ ...failed, failure_balance_transaction: null })).toBeNull();
    // What did not fail has nothing to say, and keeps no byte of it.
    expect(toPayout(payout, "acct_1")).not.toHaveProperty("returnedAt");
  });

  it("a payout whose reconciliation has a word of the future waits", () => {
    const strange = {
      ...payout,
      reconciliation_status: "of_the_future" as Stripe.Payout.ReconciliationStatus,
    };
    expect(toPayout(strange, "acct_1")).toMatchObject({ reconciliation: "in_progress" });
  });
});
