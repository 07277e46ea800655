import type { ListedPayment } from "../../api/types.ts";

type Totals = { currency: string; amountCents: number; capturedCents: number; refundedCents: number };

export function totalsOf(payments: readonly ListedPayment[]): Totals[] {
  const totals = new Map<string, Totals>();
  for (const { currency, amountCents, capturedCents, refundedCents } of payments) {
    const sum = totals.get(currency) ?? { currency, amountCents: 0, capturedCents: 0, refundedCents: 0 };
    sum.amountCents += amountCents;
    sum.capturedCents += capturedCents;
    sum.refundedCents += refundedCents;
    totals.set(currency, sum);
  }
  return [...totals.values()];
}
