import * as z from "zod/mini";
import { described, named } from "./described.ts";
import {
  chargeCents,
  currency,
  optionalMetadata,
  optionalProcessorKey,
  optionalSuffix,
  optionalText,
  partialCents,
  refundId,
} from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { connectedAccountId, PAYMENTS, paymentAnswer, paymentFields } from "./payment-fields.ts";

/** Integrators agreed on exactly these fields. */
export const CreatedPayment = named(
  "CreatedPayment",
  "A new payment, with what the browser SDK or a reader needs to complete it.",
  z.strictObject({
    svcPaymentId: paymentFields.svcPaymentId,
    clientSecret: described(
      "Pass it to the processor's browser SDK, which confirms the payment with it.",
      z.string(),
    ),
    status: paymentFields.status,
    amountCents: paymentFields.amountCents,
    applicationFeeCents: paymentFields.applicationFeeCents,
    processorPaymentIntentId: paymentFields.processorPaymentIntentId,
    connectedAccountId,
    publishableKey: described("The public key for the browser SDK.", z.string().check(z.regex(/^pk_/))),
  }),
);

export const createPayment = {
  name: "create-payment",
  method: "POST",
  path: "/v1/payments/intents",
  scope: "payments:write",
  tag: PAYMENTS,
  summary: "Create a payment",
  description:
    "Creates a direct charge on the merchant's connected account. Repeating a request with the same " +
    "Idempotency-Key and body answers the original response and charges nothing.\n\n" +
    "Amounts count the currency's smallest unit. " +
    '`{"amountCents": 4999, "currency": "usd"}` is 49.99 dollars; ' +
    '`{"amountCents": 4999, "currency": "jpy"}` is 4,999 yen; ' +
    '`{"amountCents": 4990, "currency": "kwd"}` is 4.990 dinars, whose last digit must be 0; ' +
    '`{"amountCents": 499900, "currency": "isk"}` is 4,999 krónur, whose last two must be 00.',
  idempotencyKey: "required",
  body: z.strictObject({
    amountCents: described(
      "What to charge, in the smallest currency unit: 4999 is 49.99 USD, and 4999 JPY.",
      chargeCents,
    ),
    currency: z._default(described("ISO 4217, in any case.", currency), "usd"),
    captureMethod: z._default(
      described("manual: authorize now, capture later.", z.enum(["automatic", "manual"])),
      "automatic",
    ),
    paymentMethodTypes: z.optional(
      described(
        "Kinds of payment method, for example card, us_bank_account or klarna; card_present for a reader. Without it " +
          "the processor offers what fits; a type that does not fit the currency or the account is left out by it.",
        z
          .array(
            z
              .string()
              .check(z.regex(/^[a-z0-9_]{1,50}$/, { error: "must be a payment method type, such as card." })),
          )
          .check(z.minLength(1), z.maxLength(20)),
      ),
    ),
    customerRef: described(
      "Your customer. One that begins with cus_ is taken for a customer at the processor; any other is kept as metadata only.",
      optionalText(),
    ),
    orderRef: described("Your order; echoed back, and a way to find the payment again.", optionalText()),
    description: described("What the payment is for.", optionalText(1000)),
    branch: described("A branch or location tag, kept as metadata.", optionalText()),
    statementDescriptorSuffix: described(
      "What card customers read on their statements, behind your account's own words: 1 to 18 ASCII characters with at " +
        "least one letter, without < > \\ ' \" and *. The network shortens the whole to 22 characters.",
      optionalSuffix(),
    ),
    metadata: described(
      "Your own names and values, kept with the payment and at the processor: at most 20 names of 40 characters, 1,000 bytes " +
        "as JSON. orderRef, branch, customerRef and names that begin with svc are taken. Do not put secrets or card data here.",
      optionalMetadata(),
    ),
    idempotencyKey: described(
      "Forwarded to the processor as its own idempotency key. Leave it out unless you also talk to the processor " +
        "yourself: the Idempotency-Key header alone makes retries safe.",
      optionalProcessorKey(),
    ),
  }),
  example: { amountCents: 4999, currency: "usd", orderRef: "order-1001" },
  answers: {
    201: {
      description: "The payment was created.",
      schema: CreatedPayment,
      example: {
        svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
        clientSecret: "pi_3QExample_secret_Example",
        status: "requires_payment_method",
        amountCents: 4999,
        applicationFeeCents: 155,
        processorPaymentIntentId: "pi_3QExample",
        connectedAccountId: "acct_1QExample",
        publishableKey: "pk_live_Example",
      },
    },
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
  pathParameters: { id: paymentFields.svcPaymentId },
  scope: "payments:write",
  console: "money",
  tag: PAYMENTS,
  summary: "Capture an authorized payment",
  description:
    "Without amountCents the full authorized amount is captured; a smaller one releases the remainder. " +
    "Capturing again what is already captured answers the payment as it is.",
  idempotencyKey: "optional",
  body: z.strictObject({
    amountCents: z.optional(
      described("How much to capture, at most what was authorized; everything when left out.", partialCents),
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
    "payment again answers the payment as it is. Refund a paid payment instead.",
  idempotencyKey: "optional",
  body: z.strictObject({
    reason: z.optional(
      described(
        "Why; shown at the processor.",
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
    "Without amountCents everything that is left is refunded. Send an Idempotency-Key: without one, every " +
    "request is a new refund. A refund may be pending at first, and may fail days later: see GET /v1/payments/{id}/refunds.",
  idempotencyKey: "optional",
  body: z.strictObject({
    amountCents: z.optional(
      described(
        "How much to refund, at most what is left; everything that is left when left out.",
        partialCents,
      ),
    ),
    reason: z.optional(
      described(
        "Why, for the processor's records.",
        z.enum(["requested_by_customer", "duplicate", "fraudulent"]),
      ),
    ),
    refundApplicationFee: z._default(
      described("Whether the platform's fee goes back in proportion.", z.boolean()),
      true,
    ),
    replaces: z.optional(
      described(
        "The id of a failed refund of this payment that GET /v1/attention lists. Once this refund has succeeded, that " +
          "item is over. amountCents must be at least the failed refund's amount.",
        refundId,
      ),
    ),
  }),
  example: { amountCents: 1000, reason: "requested_by_customer" },
  answers: {
    200: paymentAnswer("The payment after the refund.", {
      status: "partially_refunded",
      refundedCents: 1000,
    }),
  },
  storesAnswer: true,
  failures: [
    ...COMMON_FAILURES,
    ...PROCESSOR_FAILURES,
    "not_found",
    "idempotency_conflict",
    "in_progress",
    "payment_not_refundable",
    "outcome_unknown",
    "refund_exceeds_charge",
    "refund_failed",
  ],
} as const satisfies Operation;
