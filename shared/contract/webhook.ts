import * as z from "zod/mini";
import type { Operation, Tag } from "./operation.ts";

const TAG: Tag = { name: "Processor", description: "What the processor calls, and integrators do not." };

/** forwarded: this call put the event on its way to the merchant's callback endpoint. */
const Receipt = z.strictObject({ received: z.literal(true), forwarded: z.boolean() });

export const receiveWebhook = {
  name: "webhook",
  method: "POST",
  path: "/webhooks/processor",
  tag: TAG,
  caller: "processor",
  summary: "Receive an event of the processor",
  description: "Signed by the processor, over the exact bytes.",
  answers: {
    200: {
      description: "The event is taken care of.",
      schema: Receipt,
      example: { received: true, forwarded: true },
    },
  },
  failures: [
    "invalid_request",
    "invalid_signature",
    "request_too_large",
    "internal_error",
    "service_unavailable",
  ],
} as const satisfies Operation;
