import * as z from "zod/mini";
import { APPLIED_OUTCOMES, DELIVERY_STATES } from "../domain/event.ts";
import { PAYMENT_STATUSES } from "../domain/payment.ts";
import { paymentId, text, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";
import { PAYMENTS, Payment } from "./payment.ts";

// In a file of their own: what moves money need not load them.

const common = { at: timestamp, traceId: z.string() };

export const TimelineEntry = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("api_call"),
    ...common,
    operation: z.enum(["create", "capture", "refund"]),
    amountCents: z.int(),
  }),
  z.strictObject({
    kind: z.literal("processor_event"),
    ...common,
    eventId: z.string(),
    type: z.string(),
    applied: z.enum([...APPLIED_OUTCOMES, "not_finished"]),
    delivery: z.enum(DELIVERY_STATES),
  }),
  z.strictObject({
    kind: z.literal("callback_attempt"),
    ...common,
    eventId: z.string(),
    type: z.string(),
    attempt: z.int(),
    milliseconds: z.int(),
    status: z.nullable(z.int()),
    error: z.nullable(z.string()),
    nextAttemptAt: z.nullable(timestamp),
  }),
]);

export const listPayments = {
  name: "list-payments",
  method: "GET",
  path: "/v1/payments",
  tag: PAYMENTS,
  summary: "List payments",
  description:
    "With status a page may hold fewer than limit payments, even none, while there are more: follow the Link header " +
    "to its end.",
  query: z.strictObject({
    ...pageQuery(paymentId).shape,
    orderRef: z.optional(text()),
    status: z.optional(z.enum(PAYMENT_STATUSES)),
  }),
  answers: { 200: page("Payments", Payment) },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const getPaymentTimeline = {
  name: "get-payment-timeline",
  method: "GET",
  path: "/v1/payments/{id}/timeline",
  tag: PAYMENTS,
  summary: "Retrieve a payment's story",
  description:
    "API calls, the processor's events with what became of each, and every attempt to tell your server, oldest " +
    "first. Of more than 200 events the oldest are left out.",
  answers: {
    200: {
      name: "Timeline",
      description: "What happened, in order.",
      schema: z.array(TimelineEntry),
    },
  },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
