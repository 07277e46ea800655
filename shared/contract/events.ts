import * as z from "zod/mini";
import {
  APPLIED_EVENTS,
  APPLIED_OUTCOMES,
  DELIVERY_STATES,
  FORWARDED_EVENTS,
  TEST_EVENT_TYPE,
} from "../domain/event.ts";
import { MAX_WINDOW_MS } from "../domain/recovery.ts";
import { eventId, paymentId, time, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

const TAG: Tag = {
  name: "Events",
  description: "What the processor told, and whether your server has heard of it.",
};

export const EventSummary = z.strictObject({
  id: z.string(),
  type: z.string(),
  svcPaymentId: z.nullable(z.string()),
  receivedAt: timestamp,
  /** null: not finished yet. */
  applied: z.nullable(z.enum(APPLIED_OUTCOMES)),
  delivery: z.enum(DELIVERY_STATES),
  attemptCount: z.int(),
  nextAttemptAt: z.nullable(timestamp),
  traceId: z.string(),
});

export const Attempt = z.strictObject({
  at: timestamp,
  /** Every redelivery begins a new one, with attempts counted from 1. */
  generation: z.int(),
  attempt: z.int(),
  milliseconds: z.int(),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  nextAttemptAt: z.nullable(timestamp),
});

export const Event = z.strictObject({
  ...EventSummary.shape,
  attempts: z.array(Attempt),
  body: z.string(),
});

/** What was accepted is under way under this id. */
export const AcceptedEvent = z.strictObject({ eventId: z.string() });

export const AcceptedRecovery = z.strictObject({ since: timestamp, until: timestamp });

export const listEvents = {
  name: "list-events",
  method: "GET",
  path: "/v1/events",
  tag: TAG,
  summary: "List events and where their callbacks stand",
  description:
    "Events are kept for 90 days. With type or delivery a page may hold fewer than limit events, even none, while " +
    "there are more: follow the Link header to its end.",
  query: z.strictObject({
    ...pageQuery(eventId).shape,
    type: z.optional(z.enum([...FORWARDED_EVENTS, ...APPLIED_EVENTS, TEST_EVENT_TYPE])),
    delivery: z.optional(z.enum(["pending", "delivered", "dead", "held"])),
    svcPaymentId: z.optional(paymentId),
  }),
  answers: { 200: page("Events", EventSummary) },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const getEvent = {
  name: "get-event",
  method: "GET",
  path: "/v1/events/{id}",
  tag: TAG,
  summary: "Retrieve an event, every attempt to deliver it, and its body",
  description: "The body is what was sent, byte for byte: the signature is made over exactly this text.",
  answers: { 200: { name: "Event", description: "The event.", schema: Event } },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

export const redeliverEvent = {
  name: "redeliver-event",
  method: "POST",
  path: "/v1/events/{id}/redeliver",
  tag: TAG,
  summary: "Send an event again",
  description:
    "With eight fresh attempts and the same Svc-Event-Id. One that was delivered needs force; one that is on its way " +
    "is left alone.",
  body: z.strictObject({ force: z._default(z.boolean(), false) }),
  answers: {
    202: { name: "AcceptedEvent", description: "The event is on its way.", schema: AcceptedEvent },
  },
  failures: [...COMMON_FAILURES, "not_found", "not_redeliverable", "no_callback_endpoint"],
} as const satisfies Operation;

export const recoverEvents = {
  name: "recover-events",
  method: "POST",
  path: "/v1/events/recover",
  tag: TAG,
  summary: "Send everything again that is dead or held",
  description:
    "For events received from since up to, but not including, until; at most 31 days. The answer comes at once, the " +
    "events follow, newest first. Asking twice sends nothing twice.",
  body: z.strictObject({ since: time, until: time }).check(
    z.refine(({ since, until }) => since < until, {
      error: "Must be later than since.",
      path: ["until"],
      abort: true,
    }),
    z.refine(({ since, until }) => until - since <= MAX_WINDOW_MS, {
      error: "Must be at most 31 days after since.",
      path: ["until"],
    }),
  ),
  answers: {
    202: { name: "AcceptedRecovery", description: "The recovery has begun.", schema: AcceptedRecovery },
  },
  failures: [...COMMON_FAILURES, "no_callback_endpoint"],
} as const satisfies Operation;
