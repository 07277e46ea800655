import type { ListedPayment } from "../../api/types.ts";

type Totals = { currency: string; capturedCents: number; refundedCents: number };

/** What was paid, by currency: a declined or canceled payment's amount is no money. */
export function totalsOf(payments: readonly ListedPayment[]): Totals[] {
  const totals = new Map<string, Totals>();
  for (const { currency, capturedCents, refundedCents } of payments) {
    const sum = totals.get(currency) ?? { currency, capturedCents: 0, refundedCents: 0 };
    sum.capturedCents += capturedCents;
    sum.refundedCents += refundedCents;
    totals.set(currency, sum);
  }
  return [...totals.values()];
}
