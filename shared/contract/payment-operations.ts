import * as z from "zod/mini";
import type { FailureCode } from "../domain/failure.ts";
import { described, named } from "./described.ts";
import { refundId } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { examplePayment, PAYMENTS, Payment, paymentAnswer, paymentFields } from "./payment-fields.ts";

/** Part of a charge: how much there is to take or to give back is decided on the payment, not on the request. */
const partialCents = z.int().check(z.minimum(1));

export const capturePayment = {
  name: "capture-payment",
  method: "POST",
  path: "/v1/payments/{id}/capture",
  pathParameters: { id: paymentFields.svcPaymentId },
  scope: "payments:write",
  console: "money",
  tag: PAYMENTS,
  summary: "Capture an authorized payment",
  description:
    "Without amountCents the full authorized amount is captured. A smaller amount releases the remainder. " +
    "Repeating a capture returns the payment unchanged.",
  idempotencyKey: "generated",
  body: z.strictObject({
    amountCents: z.optional(
      described("The amount to capture, at most the authorized amount. Default: all of it.", partialCents),
    ),
  }),
  example: { amountCents: 4999 },
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
    "outcome_unknown",
    "capture_exceeds_authorization",
  ],
} as const satisfies Operation;

export const cancelPayment = {
  name: "cancel-payment",
  method: "POST",
  path: "/v1/payments/{id}/cancel",
  pathParameters: { id: paymentFields.svcPaymentId },
  scope: "payments:write",
  console: "money",
  tag: PAYMENTS,
  summary: "Cancel a payment that is not paid",
  description:
    "Releases an authorization, or ends a payment that the customer has not paid. Canceling a canceled " +
    "payment returns the payment unchanged. Refund a paid payment instead.",
  idempotencyKey: "generated",
  body: z.strictObject({
    reason: z.optional(
      described(
        "The reason; shown at the processor.",
        z.enum(["duplicate", "fraudulent", "requested_by_customer", "abandoned"]),
      ),
    ),
  }),
  example: { reason: "requested_by_customer" },
  answers: {
    200: paymentAnswer("The payment after the cancellation.", { status: "canceled", capturedCents: 0 }),
  },
  storesAnswer: true,
  failures: [
    ...COMMON_FAILURES,
    ...PROCESSOR_FAILURES,
    "not_found",
    "idempotency_conflict",
    "in_progress",
    "payment_not_cancelable",
    "outcome_unknown",
  ],
} as const satisfies Operation;

const RefundedPayment = named(
  "RefundedPayment",
  "A payment after a refund, and the refund.",
  z.strictObject({
    ...Payment.shape,
    refundId: described("The refund, as GET /v1/payments/{id}/refunds lists it.", refundId),
  }),
);

/** Of every refund, also of one at a reader. */
export const refundFields = {
  amountCents: z.optional(
    described("The amount to refund, at most the amount left to refund. Default: all of it.", partialCents),
  ),
  refundApplicationFee: z._default(
    described("Whether the platform's fee is returned in proportion.", z.boolean()),
    true,
  ),
};

export const REFUND_FAILURES = [
  ...COMMON_FAILURES,
  ...PROCESSOR_FAILURES,
  "not_found",
  "idempotency_conflict",
  "in_progress",
  "payment_not_refundable",
  "outcome_unknown",
  "refund_exceeds_charge",
  "fee_not_returnable",
  "refund_failed",
  "too_many_refunds",
] as const satisfies readonly FailureCode[];

export const refundAnswer = {
  description: "The payment after the refund.",
  schema: RefundedPayment,
  example: { ...examplePayment, status: "partially_refunded", refundedCents: 1000, refundId: "re_1QExample" },
} as const;

export const refundPayment = {
  name: "refund-payment",
  method: "POST",
  path: "/v1/payments/{id}/refund",
  pathParameters: { id: paymentFields.svcPaymentId },
  scope: "refunds:write",
  console: "money",
  tag: PAYMENTS,
  summary: "Refund a payment in full or in part",
  description:
    "Without amountCents the whole remaining amount is refunded. Send an Idempotency-Key: without one, every " +
    "request is a new refund, under a key that the answer's header names. A refund may be pending at first, and may fail days later: see GET " +
    "/v1/payments/{id}/refunds.",
  idempotencyKey: "generated",
  body: z.strictObject({
    ...refundFields,
    replaces: z.optional(
      described(
        "The id of a failed refund of this payment. A failed refund is replaced at most once: its item in GET " +
          "/v1/attention closes with this refund, and if this one fails, its own item opens. amountCents must be " +
          "named, and at least the failed refund's amount.",
        refundId,
      ),
    ),
    reason: z.optional(
      described(
        "The reason, for the processor's records.",
        z.enum(["requested_by_customer", "duplicate", "fraudulent"]),
      ),
    ),
  }),
  example: { amountCents: 1000, reason: "requested_by_customer" },
  answers: { 200: refundAnswer },
  storesAnswer: true,
  failures: [...REFUND_FAILURES, "replacement_in_progress", "refund_needs_reader"],
} as const satisfies Operation;
