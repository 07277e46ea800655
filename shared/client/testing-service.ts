import type { components } from "./generated/contract.ts";

type Schemas = components["schemas"];

/** What an example is about. */
export type Exampled = { eventId: string; type: string; seconds: number; paymentId: string | undefined };

/** A body of the service payload, as it could be. */
export function serviceExampleOf({ eventId, type, seconds, paymentId }: Exampled): Record<string, unknown> {
  const createdAt = new Date(seconds * 1000).toISOString();
  const envelope = { payload: "service", id: eventId, type, createdAt };
  if (type === "account.updated") return { ...envelope, account: ACCOUNT };
  if (type.startsWith("payout.")) return { ...envelope, payout: payoutOf(type) };
  if (paymentId === undefined) return envelope;
  return {
    ...envelope,
    ...(type.startsWith("dispute.") && { dispute: disputeOf(type) }),
    ...(type === "refund.failed" && { refund: REFUND }),
    payment: paymentOf(type, paymentId, seconds * 1000),
    ...(type === "payment.failed" && { declineCode: "insufficient_funds" }),
  };
}

const ACCOUNT: Schemas["ServiceAccount"] = {
  processorAccountId: "acct_test",
  onboardingStatus: "enabled",
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: null,
  version: 1_782_907_200_000,
};

const disputeOf = (type: string): Schemas["PaymentDispute"] => ({
  disputeId: "du_test",
  status: type === "dispute.closed" ? "won" : "needs_response",
  reason: "fraudulent",
  amountCents: 4999,
  dueBy: type === "dispute.closed" ? null : "2026-07-10T23:59:59.000Z",
});

const CHARGED: Schemas["PayoutTotal"] = {
  count: 1,
  grossCents: 4999,
  platformFeesCents: 155,
  otherFeesCents: 0,
  processorFeesCents: 175,
  taxesCents: 0,
  netCents: 4669,
};

const payoutOf = (type: string): Schemas["ServicePayout"] => ({
  version: 1_782_907_200_000,
  payoutId: "po_test",
  status: type === "payout.failed" ? "failed" : "paid",
  amountCents: 4669,
  currency: "usd",
  automatic: true,
  method: "standard",
  createdAt: "2026-07-03T00:00:00.000Z",
  arrivesOn: "2026-07-05",
  traceId: null,
  failureCode: type === "payout.failed" ? "account_closed" : null,
  composition: "complete",
  totals: { charge: CHARGED },
  lineCount: 1,
  unexplainedCents: 0,
});

const REFUND: Schemas["ServiceRefund"] = {
  refundId: "re_test",
  amountCents: 4999,
  currency: "usd",
  failureReason: "expired_or_canceled_card",
};

const paymentOf = (type: string, svcPaymentId: string, version: number): Schemas["ServicePayment"] => ({
  svcPaymentId,
  status: STATUSES[type] ?? "succeeded",
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: null,
  processorPaymentIntentId: "pi_test",
  refundedCents: type === "payment.refunded" ? 4999 : 0,
  captureBefore: STATUSES[type] === "requires_capture" ? "2026-07-10T23:59:59.000Z" : null,
  disputes: type.startsWith("dispute.") ? [disputeOf(type)] : [],
  version,
});

const STATUSES: Record<string, Schemas["PaymentStatus"]> = {
  "payment.processing": "processing",
  "payment.failed": "requires_payment_method",
  "payment.authorized": "requires_capture",
  "payment.hold_expiring": "requires_capture",
  "payment.canceled": "canceled",
  "payment.refunded": "refunded",
};
