import * as z from "zod/mini";
import { chargeCents, currency, idempotencyKey, partialCents, text } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { PAYMENTS, PaymentStatus, paymentAnswer } from "./payment.ts";

/** Section 4.1's answer, exactly. */
export const CreatedPayment = z.strictObject({
  svcPaymentId: z.string(),
  clientSecret: z.string(),
  status: PaymentStatus,
  amountCents: z.int(),
  applicationFeeCents: z.int(),
  processorPaymentIntentId: z.string(),
  connectedAccountId: z.string(),
  publishableKey: z.string(),
});

export const createPayment = {
  name: "create-payment",
  method: "POST",
  path: "/v1/payments/intents",
  tag: PAYMENTS,
  summary: "Create a payment",
  description:
    "Creates a direct charge on the merchant's connected account. Repeating a request with the same " +
    "Idempotency-Key and body answers the original response and charges nothing.",
  idempotencyKey: "required",
  body: z.strictObject({
    amountCents: chargeCents,
    currency: z._default(currency, "usd"),
    captureMethod: z._default(z.enum(["automatic", "manual"]), "automatic"),
    paymentMethodTypes: z.optional(
      z.array(z.string().check(z.regex(/^[a-z0-9_]{1,50}$/))).check(z.minLength(1), z.maxLength(20)),
    ),
    customerRef: z.optional(text()),
    orderRef: z.optional(text()),
    description: z.optional(text(1000)),
    branch: z.optional(text()),
    idempotencyKey: z.optional(idempotencyKey),
  }),
  answers: {
    201: { name: "CreatedPayment", description: "The payment was created.", schema: CreatedPayment },
  },
  storesAnswer: true,
  failures: [
    ...COMMON_FAILURES,
    ...PROCESSOR_FAILURES,
    "missing_header",
    "no_connected_account",
    "payment_declined",
    "charges_not_enabled",
    "idempotency_conflict",
    "in_progress",
  ],
} as const satisfies Operation;

export const capturePayment = {
  name: "capture-payment",
  method: "POST",
  path: "/v1/payments/{id}/capture",
  tag: PAYMENTS,
  summary: "Capture an authorised payment",
  description:
    "Without amountCents the full authorised amount is captured; a smaller one releases the remainder. " +
    "Capturing again what is already captured answers the payment as it stands.",
  idempotencyKey: "optional",
  body: z.strictObject({ amountCents: z.optional(partialCents) }),
  answers: { 200: paymentAnswer("The payment after the capture.") },
  storesAnswer: true,
  failures: [
    ...COMMON_FAILURES,
    ...PROCESSOR_FAILURES,
    "not_found",
    "payment_declined",
    "idempotency_conflict",
    "in_progress",
    "payment_not_capturable",
    "capture_exceeds_authorization",
  ],
} as const satisfies Operation;

export const refundPayment = {
  name: "refund-payment",
  method: "POST",
  path: "/v1/payments/{id}/refund",
  tag: PAYMENTS,
  summary: "Refund a payment in full or in part",
  description:
    "Without amountCents everything that is left is refunded. Send an Idempotency-Key: without one, every " +
    "request is a new refund.",
  idempotencyKey: "optional",
  body: z.strictObject({
    amountCents: z.optional(partialCents),
    reason: z.optional(z.enum(["requested_by_customer", "duplicate", "fraudulent"])),
    refundApplicationFee: z._default(z.boolean(), true),
  }),
  answers: { 200: paymentAnswer("The payment after the refund.") },
  storesAnswer: true,
  failures: [
    ...COMMON_FAILURES,
    ...PROCESSOR_FAILURES,
    "not_found",
    "idempotency_conflict",
    "in_progress",
    "payment_not_refundable",
    "refund_exceeds_charge",
  ],
} as const satisfies Operation;
