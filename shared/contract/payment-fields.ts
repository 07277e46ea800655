import * as z from "zod/mini";
import { PAYMENT_STATUSES } from "../domain/payments/status.ts";
import { described, named } from "./described.ts";
import { accountId, intentId, paymentId, timestamp } from "./fields.ts";
import type { Tag } from "./operation.ts";

export const PAYMENTS: Tag = {
  name: "Payments",
  description: "Charges on the merchant's connected account: create, capture, refund, and look them up.",
};

/** Apart from the operations that move money, so that reading a payment does not load their rules. */
export const PaymentStatus = named(
  "PaymentStatus",
  "The payment's status. Fulfill on succeeded; processing (bank debits) can still fail.",
  z.enum(PAYMENT_STATUSES),
);

/** What the answers about a payment share. */
export const paymentFields = {
  svcPaymentId: described("The payment's stable id. Store it as your reference.", paymentId),
  status: PaymentStatus,
  amountCents: described(
    "The amount in the smallest currency unit: authorized until capture, captured after it.",
    z.int(),
  ),
  applicationFeeCents: described("The platform's fee on this payment, in the same unit.", z.int()),
  processorPaymentIntentId: intentId,
};

/** One shape everywhere: lists and callbacks add to it. Integrators rely on each field. */
export const Payment = named(
  "Payment",
  "A payment as recorded in the ledger.",
  z.strictObject({
    svcPaymentId: paymentFields.svcPaymentId,
    status: paymentFields.status,
    amountCents: paymentFields.amountCents,
    applicationFeeCents: paymentFields.applicationFeeCents,
    currency: described("ISO 4217, in lower case.", z.string().check(z.regex(/^[a-z]{3}$/))),
    orderRef: described(
      "Your order's reference, as given at creation; null if none was given.",
      z.nullable(z.string()),
    ),
    processorPaymentIntentId: paymentFields.processorPaymentIntentId,
    capturedCents: described(
      "The captured amount, in the smallest currency unit; 0 before the capture.",
      z.int(),
    ),
    refundedCents: described("The total refunded amount, in the smallest currency unit.", z.int()),
    createdAt: described("When it was created.", timestamp),
  }),
);

export const connectedAccountId = described(
  "The merchant's connected account; initialize the browser SDK with it.",
  accountId,
);

export const publishableKey = described(
  "The public key for the browser SDK.",
  z.string().check(z.regex(/^pk_/)),
);

export const examplePayment = {
  svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
  status: "succeeded",
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: "order-1001",
  processorPaymentIntentId: "pi_3QExample",
  capturedCents: 4999,
  refundedCents: 0,
  createdAt: "2026-07-01T12:00:00.000Z",
} as const satisfies z.output<typeof Payment>;

/** `differs`: from a payment that succeeded. */
export const paymentAnswer = (description: string, differs: Partial<z.output<typeof Payment>> = {}) => ({
  description,
  schema: Payment,
  example: { ...examplePayment, ...differs },
});
