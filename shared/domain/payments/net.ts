import type { PaymentFees } from "./payment-details.ts";

type Paid = { amountCents: number; refundedCents: number; applicationFeeCents: number; currency: string };
type Fees = Omit<PaymentFees, "availableAt">;

/** What the ledger knows of it, for the time in which the processor does not say. */
type Known = { returnedCents: number; disputesCents: number };

/**
 * What is left of a payment, and what that is made of, for the console and for operators. A foreign sale, settled in
 * another currency than it was charged in, is told as it was settled. Each of its refunds has a rate of its own: what is
 * not known of them is left out, and the net's name says so.
 */
export function netOf(payment: Paid, fees: Fees | null | undefined, known?: Known) {
  const isForeign = !!fees && fees.currency !== payment.currency;
  const left = isForeign ? leftOutOf(fees) : undefined;
  const own = isForeign
    ? [
        { name: "Gross", cents: fees.grossCents },
        { name: "Refunds", cents: -(fees.refundsCents ?? 0) },
        { name: "Platform fee", cents: -fees.platformFeeCents },
        { name: "Platform fee refunded", cents: left ? 0 : (fees.platformFeeReturnedCents ?? 0) },
      ]
    : [
        { name: "Gross", cents: payment.amountCents },
        { name: "Refunds", cents: -payment.refundedCents },
        { name: "Platform fee", cents: -payment.applicationFeeCents },
        { name: "Platform fee refunded", cents: fees?.platformFeeReturnedCents ?? known?.returnedCents ?? 0 },
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
    name: left ? `Net before ${left}` : "Net",
    cents: parts.reduce((sum, { cents }) => sum + cents, 0),
  };
}

const leftOutOf = ({ refundsCents, platformFeeReturnedCents }: Fees): string | undefined => {
  if (refundsCents === null) return "refunds";
  return platformFeeReturnedCents === null ? "the platform fee's refund" : undefined;
};

type Disputed = { status: string; amountCents: number; currency?: string | undefined };

/**
 * What disputes hold or have taken of a payment: the processor does not refund it. An inquiry takes nothing. What a bank
 * disputes in another currency than the payment's cannot be added to it.
 */
export const takenByDisputes = (disputes: readonly Disputed[], paidIn: string): number =>
  disputes
    .filter(({ currency = paidIn }) => currency === paidIn)
    .filter(({ status }) => !/^(warning_|won$|prevented$)/.test(status))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
