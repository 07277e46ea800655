import * as z from "zod/mini";
import type { Operation, Tag } from "./operation.ts";

const TAG: Tag = { name: "Processor", description: "Endpoints that the processor calls, not integrators." };

/** forwarded: this call put the event on its way to the merchant's callback endpoint. */
const Receipt = z.strictObject({ received: z.literal(true), forwarded: z.boolean() });

export const receiveWebhook = {
  name: "webhook",
  method: "POST",
  path: "/webhooks/processor",
  tag: TAG,
  caller: "processor",
  summary: "Receive an event from the processor",
  description: "Signed by the processor, over the exact bytes.",
  answers: {
    200: {
      description: "The event was accepted.",
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
