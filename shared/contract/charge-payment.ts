import * as z from "zod/mini";
import { described } from "./described.ts";
import { paymentMethodId } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { PAYMENTS, paymentAnswer, paymentFields } from "./payment-fields.ts";

export const chargePayment = {
  name: "charge-payment",
  method: "POST",
  path: "/v1/payments/{id}/charge",
  pathParameters: { id: paymentFields.svcPaymentId },
  scope: "charges:write",
  tag: PAYMENTS,
  summary: "Charge a saved payment method",
  description:
    "Charges a payment while its customer is away, with a payment method that the customer has saved. Create the " +
    "payment first, with the customer (cus_…) as customerRef. The answer is the payment: succeeded, requires_capture " +
    "or processing. A payment that is paid or held already is returned unchanged, however it was paid.\n\nA decline is " +
    "402 payment_declined; repeat the request under the same key to try again, also with another method. If " +
    "processorCode is authentication_required, the customer must confirm the payment in a browser, with the " +
    "clientSecret that its creation returned. 503 says that the outcome is not known yet: repeat the request.",
  idempotencyKey: "required",
  body: z.strictObject({
    paymentMethodId: described(
      "A payment method of the payment's customer: GET /v1/customers/{id}/payment-methods lists them.",
      paymentMethodId,
    ),
  }),
  example: { paymentMethodId: "pm_1QExample" },
  answers: { 200: paymentAnswer("The payment after the charge.") },
  storesAnswer: true,
  failures: [
    ...COMMON_FAILURES,
    ...PROCESSOR_FAILURES,
    "missing_header",
    "not_found",
    "payment_declined",
    "idempotency_conflict",
    "in_progress",
    "payment_not_collectable",
  ],
} as const satisfies Operation;
