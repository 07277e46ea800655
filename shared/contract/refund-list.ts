import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { refundId, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";
import { PAYMENTS, paymentFields } from "./payment-fields.ts";

export const Refund = named(
  "Refund",
  "A refund of a payment, as it is at the processor now.",
  z.strictObject({
    refundId,
    amountCents: described("The refunded amount, in the smallest currency unit.", z.int()),
    status: described(
      "succeeded; pending; requires_action; failed or canceled: nothing was refunded. The processor may add " +
        "more.",
      z.string(),
    ),
    reason: described("The reason given to the processor; null if none was.", z.nullable(z.string())),
    failureReason: described("Why it failed, in the processor's words.", z.nullable(z.string())),
    createdAt: described("When it was created.", timestamp),
    ours: described(
      "Whether it was created with this API. false: in the processor's dashboard.",
      z.boolean(),
    ),
  }),
);

export const listRefunds = {
  name: "list-refunds",
  method: "GET",
  path: "/v1/payments/{id}/refunds",
  pathParameters: { id: paymentFields.svcPaymentId },
  scope: "payments:read",
  tag: PAYMENTS,
  summary: "List a payment's refunds",
  description:
    "From the processor, newest first, with their status. A refund may be pending for days, and may fail " +
    "after it succeeded. If a refund without an Idempotency-Key got no response, check here before you refund again.",
  query: pageQuery(refundId),
  answers: {
    200: page(Refund, [
      {
        refundId: "re_1QExample",
        amountCents: 1000,
        status: "succeeded",
        reason: "requested_by_customer",
        failureReason: null,
        createdAt: "2026-07-01T12:00:00.000Z",
        ours: true,
      },
    ]),
  },
  budget: "processor",
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "not_found"],
} as const satisfies Operation;
