import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { nullableText, paymentId, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation } from "./operation.ts";
import { examplePayment, PAYMENTS, Payment } from "./payment-fields.ts";

// In a file of its own: what moves money need not load it.

export const PaymentDispute = named(
  "PaymentDispute",
  "A dispute of the payment, in the processor's words.",
  z.strictObject({
    disputeId: described("The dispute at the processor.", z.string()),
    status: described("Its status, for example needs_response, won or lost.", z.string()),
    reason: described("The customer's reason.", z.string()),
    amountCents: described("The disputed amount, in the smallest unit of the dispute's currency.", z.int()),
    currency: z.optional(
      described(
        "The dispute's own currency, which may not be the payment's: ISO 4217, in lower case.",
        z.string(),
      ),
    ),
    dueBy: described("Deadline for a response while one is needed; null otherwise.", z.nullable(timestamp)),
  }),
);

export const FailedRefund = named(
  "FailedRefund",
  "A refund that failed.",
  z.strictObject({
    refundId: described("The refund at the processor.", z.string()),
    amountCents: described("The amount to refund, in the smallest currency unit.", z.int()),
    failureReason: described("Why it failed, in the processor's words.", z.nullable(z.string())),
  }),
);

export const givenMetadata = described(
  "As given at creation; omitted if none was given. Hidden from operators.",
  z.record(z.string(), z.string()),
);

export const FullPayment = named(
  "FullPayment",
  "A payment with everything that is known of it here.",
  z.strictObject({
    ...Payment.shape,
    version: described(
      "Increases with every visible change of the payment. Callbacks in the service payload have the same " +
        "number.",
      z.int(),
    ),
    captureBefore: described(
      "Until when the hold can be captured; then it is released. null if nothing is held, or its end is not known.",
      z.nullable(timestamp),
    ),
    authorizedCents: described(
      "The amount the payment was created with; a capture may be for less.",
      z.int(),
    ),
    description: nullableText("As given at creation; null if none was given."),
    customerRef: nullableText("As given at creation; null if none was given."),
    branch: nullableText("As given at creation; null if none was given."),
    metadata: z.optional(givenMetadata),
    statementDescriptorSuffix: z.optional(
      described("As given at creation; omitted if none was given.", z.string()),
    ),
    disputes: z.optional(
      described(
        "All its known disputes, oldest first. A lost dispute has taken the money back, whatever the status says. " +
          "Omitted for a key without the scope finance:read.",
        z.array(PaymentDispute),
      ),
    ),
    failedRefunds: described("Its failed refunds, newest last, at most twenty.", z.array(FailedRefund)),
  }),
);

export const exampleFullPayment = {
  ...examplePayment,
  version: 1782907200000,
  captureBefore: null,
  authorizedCents: examplePayment.amountCents,
  description: "A lamp",
  customerRef: null,
  branch: null,
  disputes: [],
  failedRefunds: [],
} as const satisfies z.output<typeof FullPayment>;

export const getPayment = {
  name: "get-payment",
  method: "GET",
  path: "/v1/payments/{id}",
  pathParameters: { id: paymentId },
  scope: "payments:read",
  console: "read",
  tag: PAYMENTS,
  summary: "Retrieve a payment",
  description:
    "The payment's current status. Check it, or wait for the callback, before you fulfill an order.",
  answers: { 200: { description: "The payment.", schema: FullPayment, example: exampleFullPayment } },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
