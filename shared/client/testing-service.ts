import type { components } from "./generated/contract.ts";

type Schemas = components["schemas"];

/** What an example is about. */
export type Exampled = { eventId: string; type: string; seconds: number; paymentId: string | undefined };

/** A body of the service payload, as it could be. */
export function serviceExampleOf({ eventId, type, seconds, paymentId }: Exampled): Record<string, unknown> {
  const createdAt = new Date(seconds * 1000).toISOString();
  const envelope = { payload: "service", id: eventId, type, createdAt };
  if (type === "account.updated") return { ...envelope, account: ACCOUNT };
  if (paymentId === undefined) return envelope;
  return {
    ...envelope,
    ...(type.startsWith("dispute.") && { dispute: DISPUTE }),
    ...(type === "refund.failed" && { refund: REFUND }),
    payment: paymentOf(type, paymentId, seconds * 1000),
    ...(type === "payment.failed" && { declineCode: "insufficient_funds" }),
  };
}

const ACCOUNT: Schemas["ConnectedAccount"] = {
  processorAccountId: "acct_test",
  onboardingStatus: "enabled",
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: null,
};

const DISPUTE: Schemas["PaymentDispute"] = {
  disputeId: "du_test",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 4999,
  dueBy: "2026-07-10T23:59:59.000Z",
};

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
  captureBefore: null,
  disputes: type.startsWith("dispute.") ? [DISPUTE] : [],
  version,
});

const STATUSES: Record<string, Schemas["PaymentStatus"]> = {
  "payment.processing": "processing",
  "payment.failed": "requires_payment_method",
  "payment.authorized": "requires_capture",
  "payment.canceled": "canceled",
  "payment.refunded": "refunded",
};
