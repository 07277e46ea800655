import * as z from "zod/mini";
import { PAYMENT_STATUSES } from "../domain/payments/status.ts";
import { described, named } from "./described.ts";
import { accountId, intentId, paymentId } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";

export const PAYMENTS: Tag = {
  name: "Payments",
  description: "Charges on the merchant's connected account: create, capture, refund, and look them up.",
};

/** Apart from the operations that move money, so that reading a payment does not load their rules. */
export const PaymentStatus = named(
  "PaymentStatus",
  "Where a payment stands. Fulfill on succeeded; processing (bank debits) can still fail.",
  z.enum(PAYMENT_STATUSES),
);

/** What the answers about a payment share. */
export const paymentFields = {
  svcPaymentId: described("The payment's stable id. Store it as your reference.", paymentId),
  status: PaymentStatus,
  amountCents: described(
    "What is charged, in the smallest currency unit: the authorized amount until capture, the captured amount after it.",
    z.int(),
  ),
  applicationFeeCents: described("The platform's fee on this payment, in the same unit.", z.int()),
  processorPaymentIntentId: intentId,
};

/** Integrators agreed on exactly these fields: one more or less is another contract. */
export const Payment = named(
  "Payment",
  "A payment as the ledger has it.",
  z.strictObject({
    svcPaymentId: paymentFields.svcPaymentId,
    status: paymentFields.status,
    amountCents: paymentFields.amountCents,
    applicationFeeCents: paymentFields.applicationFeeCents,
    currency: described("ISO 4217, in lower case.", z.string().check(z.regex(/^[a-z]{3}$/))),
    orderRef: described(
      "Your order's reference, as given at creation; null if none was.",
      z.nullable(z.string()),
    ),
    processorPaymentIntentId: paymentFields.processorPaymentIntentId,
  }),
);

export const connectedAccountId = described(
  "The merchant's connected account; initialize the browser SDK with it.",
  accountId,
);

export const examplePayment = {
  svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
  status: "succeeded",
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: "order-1001",
  processorPaymentIntentId: "pi_3QExample",
} as const satisfies z.output<typeof Payment>;

export const paymentAnswer = (description: string, status: z.output<typeof PaymentStatus>) => ({
  description,
  schema: Payment,
  example: { ...examplePayment, status },
});

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
    "The ledger's current status: with the callback, the truth to consult before fulfilling an order.",
  answers: { 200: { ...paymentAnswer("The payment.", "succeeded"), versioned: true } },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
