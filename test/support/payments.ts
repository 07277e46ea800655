import type { ChargeSnapshot, IntentSnapshot, Payment } from "../../shared/domain/payments/payment.ts";

/** A paid, automatically captured payment of 10.00 with a fee of 0.55, except for what is given. */
export const aPayment = (given: Partial<Payment> = {}): Payment => ({
  svcPaymentId: "svcpay_0123456789abcdef0123456789abcdef",
  merchantId: "mer_0123456789abcdef",
  connectedAccountId: "acct_1",
  captureMethod: "automatic",
  orderedCents: 1000,
  agreedFeeCents: 55,
  currency: "usd",
  orderRef: null,
  createdAt: 1_780_000_000_000,
  status: "succeeded",
  amountCents: 1000,
  applicationFeeCents: 55,
  refundedCents: 0,
  processorPaymentIntentId: "pi_1",
  captureBefore: null,
  processorChargeId: "ch_1",
  disputes: {},
  failedRefunds: {},
  statementNotes: [],
  version: 1,
  ...given,
});

/** The charge of such a payment. */
export const aCharge = (given: Partial<ChargeSnapshot> = {}): ChargeSnapshot => ({
  chargeId: "ch_1",
  amountCents: 1000,
  capturedCents: 1000,
  refundedCents: 0,
  captured: true,
  applicationFeeCents: 55,
  ...given,
});

/** What the processor says of such a payment. */
export const aSnapshot = (given: Partial<IntentSnapshot> = {}): IntentSnapshot => ({
  intentId: "pi_1",
  applicationId: null,
  status: "succeeded",
  captureMethod: "automatic",
  amountCents: 1000,
  currency: "usd",
  applicationFeeCents: 55,
  capturableCents: 0,
  receivedCents: 1000,
  metadata: {},
  chargeId: "ch_1",
  charge: aCharge(),
  ...given,
});
