import * as z from "zod/mini";
import { described } from "./described.ts";
import { paymentId } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { REFUND_FAILURES, refundAnswer, refundFields } from "./payment-operations.ts";
import { exampleState, ReaderState, readerId, TERMINAL } from "./terminal.ts";

/** The customer presents the card: 202 until then. */
export const refundAtReader = {
  name: "refund-at-reader",
  method: "POST",
  path: "/v1/terminal/readers/{id}/refund",
  pathParameters: { id: readerId },
  scope: "refunds:write",
  tag: TERMINAL,
  summary: "Refund an Interac payment at a reader",
  description:
    "Interac returns money only to the card itself. The reader asks the customer to present it, and the refund is " +
    "made then. Until then the response is 202 with the reader's action. Retrieve the reader every two seconds. " +
    "Once its action has succeeded, repeat this request with its Idempotency-Key: the response is 200 with the " +
    "refund. Your callbacks tell of it too. If the action fails or is canceled, the repeated request is 422 and " +
    "nothing was refunded. The next one, with the same key or a new one, asks for the card again.",
  idempotencyKey: "generated",
  body: z.strictObject({
    svcPaymentId: described("The payment to refund.", paymentId),
    ...refundFields,
    allowCancel: described(
      "Whether the customer can cancel on the reader. Default: the processor's.",
      z.optional(z.boolean()),
    ),
    replace: described(
      "Send it although the reader waits for a card for something else, which then ends. Default: false.",
      z.optional(z.boolean()),
    ),
  }),
  example: { svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0", amountCents: 1000 },
  answers: {
    200: { ...refundAnswer, outcome: "refunded" },
    202: {
      description: "The reader waits for the card. Nothing is refunded yet.",
      schema: ReaderState,
      example: exampleState,
      outcome: "waiting",
    },
  },
  storesAnswer: true,
  failures: [...REFUND_FAILURES, "reader_busy", "reader_offline"],
} as const satisfies Operation;
