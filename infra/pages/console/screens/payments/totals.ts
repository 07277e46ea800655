import type { ListedPayment, PaymentTotals } from "../../api/types.ts";
import { takenCents } from "./money/moves.ts";

/** Through so many payments the whole filter is added up. */
export const MOST = 10_000;

export const NOTHING: PaymentTotals = { payments: 0, lookedThrough: 0, totals: [], next: null };

/** Of rows that are all there is: a declined or canceled payment's amount is no money. */
export const totalsOf = (payments: readonly ListedPayment[]): PaymentTotals =>
  payments.reduce(
    (sum, payment) =>
      addTotals(sum, {
        payments: 1,
        lookedThrough: 1,
        totals: [
          {
            currency: payment.currency,
            paidPayments: payment.capturedCents > 0 ? 1 : 0,
            capturedCents: payment.capturedCents,
            refundedCents: payment.refundedCents,
            disputedCents: takenCents(payment),
          },
        ],
        next: null,
      }),
    NOTHING,
  );

const NO_MONEY = { paidPayments: 0, capturedCents: 0, refundedCents: 0, disputedCents: 0 };

/** With the part that follows. */
export function addTotals(sum: PaymentTotals, more: PaymentTotals): PaymentTotals {
  const totals = new Map(sum.totals.map((one) => [one.currency, one]));
  for (const { currency, ...part } of more.totals) {
    const before = totals.get(currency) ?? NO_MONEY;
    totals.set(currency, {
      currency,
      paidPayments: before.paidPayments + part.paidPayments,
      capturedCents: before.capturedCents + part.capturedCents,
      refundedCents: before.refundedCents + part.refundedCents,
      disputedCents: before.disputedCents + part.disputedCents,
    });
  }
  return {
    payments: sum.payments + more.payments,
    lookedThrough: sum.lookedThrough + more.lookedThrough,
    totals: [...totals.values()],
    next: more.next,
  };
}
