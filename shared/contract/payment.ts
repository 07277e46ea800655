import * as z from "zod/mini";
import { PAYMENT_STATUSES } from "../domain/payment.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";

export const PAYMENTS: Tag = {
  name: "Payments",
  description: "Charges on the merchant's connected account: create, capture, refund, and look them up.",
};

/** Apart from the operations that move money, so that reading a payment does not load their rules. */
export const PaymentStatus = z.enum(PAYMENT_STATUSES);

/** Section 2.1 of the specification, exactly. */
export const Payment = z.strictObject({
  svcPaymentId: z.string(),
  status: PaymentStatus,
  amountCents: z.int(),
  applicationFeeCents: z.int(),
  currency: z.string(),
  orderRef: z.nullable(z.string()),
  processorPaymentIntentId: z.string(),
});

export const paymentAnswer = (description: string) => ({ name: "Payment", description, schema: Payment });

export const getPayment = {
  name: "get-payment",
  method: "GET",
  path: "/v1/payments/{id}",
  tag: PAYMENTS,
  summary: "Retrieve a payment",
  description:
    "The ledger's current status: with the callback, the truth to consult before fulfilling an order.",
  answers: { 200: paymentAnswer("The payment.") },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
