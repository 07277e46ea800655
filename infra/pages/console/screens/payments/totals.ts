import type { ListedPayment } from "../../api/types.ts";
import { takenCents } from "./money/moves.ts";

type Totals = { currency: string; capturedCents: number; refundedCents: number; disputedCents: number };

/** What was paid, by currency: a declined or canceled payment's amount is no money. */
export function totalsOf(payments: readonly ListedPayment[]): Totals[] {
  const totals = new Map<string, Totals>();
  for (const payment of payments) {
    const { currency, capturedCents, refundedCents } = payment;
    const sum = totals.get(currency) ?? { currency, capturedCents: 0, refundedCents: 0, disputedCents: 0 };
    sum.capturedCents += capturedCents;
    sum.refundedCents += refundedCents;
    sum.disputedCents += takenCents(payment);
    totals.set(currency, sum);
  }
  return [...totals.values()];
}
