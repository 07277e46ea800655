import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { email, paymentId } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { PAYMENTS } from "./payment-fields.ts";

const SentReceipt = named(
  "SentReceipt",
  "A receipt that the processor was asked to mail.",
  z.strictObject({ svcPaymentId: paymentId }),
);

export const sendReceipt = {
  name: "send-receipt",
  method: "POST",
  path: "/v1/payments/{id}/receipt",
  pathParameters: { id: paymentId },
  scope: "payments:write",
  console: ["manage", "money"],
  tag: PAYMENTS,
  summary: "Send a payment's receipt",
  description:
    "The processor mails the receipt of a paid payment to this address. Each request is a mail. In test mode it mails " +
    "only to verified users of the account. Nothing is stored here.",
  body: z.strictObject({ email: described("Where the receipt is sent.", email()) }),
  example: { email: "anna@example.com" },
  answers: {
    202: {
      description: "The processor was asked to send it.",
      schema: SentReceipt,
      example: { svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0" },
    },
  },
  budget: "processor",
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "not_found", "payment_not_paid"],
} as const satisfies Operation;
