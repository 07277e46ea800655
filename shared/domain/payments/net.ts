import type { PaymentFees } from "./payment-details.ts";

type Paid = { amountCents: number; refundedCents: number; applicationFeeCents: number; currency: string };
type Fees = Omit<PaymentFees, "availableAt">;

/** What the ledger knows of it, for the time in which the processor does not say. */
type Known = { returnedCents: number; disputesCents: number };

/**
 * What is left of a payment, and what that is made of, for the console and for operators. A foreign sale, settled in
 * another currency than it was charged in, is told as it was settled. Its refunds are not in it: each has a rate of its
 * own.
 */
export function netOf(payment: Paid, fees: Fees | null | undefined, known?: Known) {
  const isForeign = !!fees && fees.currency !== payment.currency;
  const own = isForeign
    ? [
        { name: "Settled", cents: fees.grossCents },
        { name: "Platform fee", cents: -fees.platformFeeCents },
      ]
    : [
        { name: "Amount", cents: payment.amountCents },
        { name: "Refunds", cents: -payment.refundedCents },
        { name: "Platform fee", cents: -payment.applicationFeeCents },
        { name: "Returned platform fee", cents: fees?.platformFeeReturnedCents ?? known?.returnedCents ?? 0 },
      ];
  const parts = [
    ...own,
    { name: "Stripe fees", cents: -(fees?.processorFeeCents ?? 0) },
    { name: "Disputes", cents: -(fees?.disputesCents ?? known?.disputesCents ?? 0) },
    { name: "Dispute fees", cents: -(fees?.disputeFeesCents ?? 0) },
  ].filter(({ cents }) => cents !== 0);
  return {
    isForeign,
    parts,
    name: isForeign && payment.refundedCents > 0 ? "Net before refunds" : "Net",
    cents: parts.reduce((sum, { cents }) => sum + cents, 0),
  };
}
