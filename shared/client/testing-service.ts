import type { ServiceType } from "./callbacks.ts";
import type { components } from "./generated/contract.ts";

type Schemas = components["schemas"];

export type Exampled = { eventId: string; type: string; seconds: number; paymentId: string | undefined };

export function serviceExampleOf({ eventId, type, seconds, paymentId }: Exampled): Record<string, unknown> {
  const createdAt = new Date(seconds * 1000).toISOString();
  const envelope = { payload: "service", id: eventId, type, createdAt };
  if (!Object.hasOwn(EXAMPLES, type)) return envelope;
  const { payment, ...shown } = EXAMPLES[type as ServiceType];
  if (!payment || paymentId === undefined) return { ...envelope, ...shown };
  return { ...envelope, ...shown, payment: paymentOf(payment, paymentId, seconds * 1000) };
}

const ACCOUNT: Schemas["ServiceAccount"] = {
  processorAccountId: "acct_test",
  onboardingStatus: "enabled",
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: null,
  version: 1_782_907_200_000,
};

const DISPUTE: Schemas["PaymentDispute"] = {
  disputeId: "du_test",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 4999,
  dueBy: "2026-07-10T23:59:59.000Z",
};

const CHARGED: Schemas["PayoutTotal"] = {
  count: 1,
  grossCents: 4999,
  platformFeesCents: 155,
  otherFeesCents: 0,
  processorFeesCents: 175,
  taxesCents: 0,
  netCents: 4669,
};

const PAYOUT: Schemas["ServicePayout"] = {
  version: 1_782_907_200_000,
  payoutId: "po_test",
  status: "paid",
  amountCents: 4669,
  currency: "usd",
  automatic: true,
  method: "standard",
  createdAt: "2026-07-03T00:00:00.000Z",
  arrivesOn: "2026-07-05",
  traceId: null,
  returnedAt: null,
  failureCode: null,
  composition: "complete",
  totals: { charge: CHARGED },
  lineCount: 1,
  unexplainedCents: 0,
};

const REFUND: Schemas["ServiceRefund"] = {
  refundId: "re_test",
  amountCents: 4999,
  currency: "usd",
  failureReason: "expired_or_canceled_card",
};

const REPORT: Schemas["ServiceReport"] = { month: "2026-07", from: "2026-07-01", to: "2026-07-31" };

type Payment = Schemas["ServicePayment"];

const paymentOf = (given: Partial<Payment>, svcPaymentId: string, version: number): Payment => ({
  svcPaymentId,
  status: "succeeded",
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: null,
  processorPaymentIntentId: "pi_test",
  capturedCents: 4999,
  refundedCents: 0,
  createdAt: "2026-07-01T12:00:00.000Z",
  captureBefore: null,
  disputes: [],
  version,
  ...given,
});

const unpaid = { capturedCents: 0 };
const held = { ...unpaid, status: "requires_capture", captureBefore: "2026-07-10T23:59:59.000Z" } as const;
const disputed = (dispute = DISPUTE) => ({ dispute, payment: { disputes: [dispute] } });

/** What is beside the envelope; of a payment, what differs from one that succeeded. A new type needs its row. */
const EXAMPLES: Record<ServiceType, { payment?: Partial<Payment>; [name: string]: unknown }> = {
  "payment.succeeded": { payment: {} },
  "payment.processing": { payment: { ...unpaid, status: "processing" } },
  "payment.failed": {
    payment: { ...unpaid, status: "requires_payment_method" },
    declineCode: "insufficient_funds",
  },
  "payment.authorized": { payment: held },
  "payment.canceled": { payment: { ...unpaid, status: "canceled" } },
  "payment.refunded": { payment: { status: "refunded", refundedCents: 4999 } },
  "dispute.created": disputed(),
  "dispute.closed": disputed({ ...DISPUTE, status: "won", dueBy: null }),
  "dispute.updated": disputed(),
  "refund.failed": { refund: REFUND, payment: {} },
  "payment.hold_expiring": { payment: held },
  "payment.fraud_warning": { payment: {} },
  "payment.updated": { payment: {} },
  "dispute.response_due": disputed(),
  "payout.paid": { payout: PAYOUT },
  "payout.failed": { payout: { ...PAYOUT, status: "failed", failureCode: "account_closed" } },
  "payout.updated": { payout: PAYOUT },
  "report.ready": { report: REPORT },
  "account.updated": { account: ACCOUNT },
  "callback.test": {},
};
