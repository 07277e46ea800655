import * as z from "zod/mini";
import { APPLIED_OUTCOMES, DELIVERY_STATES } from "../domain/events/event.ts";
import { PAYLOADS, RECORDED_EVENTS } from "../domain/events/event-types.ts";
import { MAX_WINDOW_MS, WINDOWS_BY } from "../domain/events/recovery.ts";
import { described, named } from "./described.ts";
import { endpointId, eventId, paymentId, recoveryId, time, timestamp, traceId } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

const TAG: Tag = {
  name: "Events",
  description: "The processor's events, and whether your server received each one.",
};

export const EventSummary = named(
  "EventSummary",
  "An event and the state of its callback.",
  z.strictObject({
    id: eventId,
    type: described("What happened, for example payment_intent.succeeded.", z.string()),
    svcPaymentId: described(
      "The payment that the event is about; null if there is none.",
      z.nullable(paymentId),
    ),
    orderRef: z.optional(
      described(
        "The payment's order reference from the event's body; null if it has none. Not in the feed.",
        z.nullable(z.string()),
      ),
    ),
    amountCents: z.optional(
      described(
        "The amount in the event's body: what was paid or attempted, refunded, disputed or paid out; null if it " +
          "has none. Not in the feed.",
        z.nullable(z.int()),
      ),
    ),
    currency: z.optional(
      described("The amount's currency; null without an amount. Not in the feed.", z.nullable(z.string())),
    ),
    receivedAt: described("When the processor's event was received.", timestamp),
    applied: described(
      "What the event did to the ledger; null until that is finished.",
      z.nullable(z.enum(APPLIED_OUTCOMES)),
    ),
    delivery: described(
      "The state of its callback. none: there was no endpoint, it was deleted, or this type is not sent; held: the endpoint is " +
        "disabled. With several endpoints it is the state at the one where it is worst: dead, pending after a " +
        "failed attempt, held, pending, delivered. In a list of one endpointId it is the state there.",
      z.enum(DELIVERY_STATES),
    ),
    endpointId: described("Whose state is shown; null if there is none.", z.nullable(endpointId)),
    attemptCount: described("How often the callback was attempted since it was last (re)delivered.", z.int()),
    nextAttemptAt: described("When the next attempt is due; null if there is none.", z.nullable(timestamp)),
    payload: described(
      "The payload of the last attempt; null before the first.",
      z.nullable(z.enum(PAYLOADS)),
    ),
    version: described(
      "The version of what the last attempt showed; null with the processor's payload.",
      z.nullable(z.int()),
    ),
    endpointIds: described(
      "The callback endpoints that it is sent to, also those that were deleted since.",
      z.array(endpointId),
    ),
    traceId,
    cursor: z.optional(
      described(
        "Only in the feed: the `after` with which to continue once you have handled this event. No event is missed, " +
          "and events of the last eleven minutes may come again. An event that is not applied yet comes again.",
        z.string(),
      ),
    ),
    body: z.optional(
      described(
        "With include=body: the body that would be sent to your endpoint now; null if nothing would be sent. The " +
          "processor's payload is redacted unless the key is a full key. To an operator's session every body is redacted.",
        z.nullable(z.string()),
      ),
    ),
  }),
);

export const CallbackAttempt = named(
  "CallbackAttempt",
  "One attempt to send the event to your server.",
  z.strictObject({
    at: described("When the attempt was made.", timestamp),
    deliveryRound: described("Every redelivery begins a new round, with attempts counted from 1.", z.int()),
    attempt: described("1 to 8.", z.int()),
    milliseconds: described("How long it took.", z.int()),
    status: described("Your server's HTTP status; null if it did not respond.", z.nullable(z.int())),
    error: described("Why it failed; null if it did not.", z.nullable(z.string())),
    answer: described("The beginning of your server's response, at most 1 KB.", z.nullable(z.string())),
    nextAttemptAt: described("When the next attempt was due; null if there was none.", z.nullable(timestamp)),
    payload: described("The payload of the body.", z.enum(PAYLOADS)),
    version: described(
      "The version of what the body showed; null with the processor's payload.",
      z.nullable(z.int()),
    ),
    bodySha256: described(
      "With the service payload: the SHA-256 of the body, in hex. null with the processor's payload, which is " +
        "the event itself.",
      z.nullable(z.string()),
    ),
  }),
);

const EventDelivery = named(
  "EventDelivery",
  "The state of an event's callback to one endpoint.",
  z.strictObject({
    endpointId: described("The callback endpoint, which may have been deleted since.", endpointId),
    delivery: EventSummary.shape.delivery,
    attemptCount: EventSummary.shape.attemptCount,
    nextAttemptAt: EventSummary.shape.nextAttemptAt,
    attempts: described("Every attempt that is kept, oldest first.", z.array(CallbackAttempt)),
  }),
);

/**
 * Named by its place in the document: what callbacks look like is of no use to a handler. Without a contentMediaType,
 * because oapi-codegen takes a text that has one for a file.
 */
const JSON_OF_CALLBACK = {
  contentSchema: {
    anyOf: [{ $ref: "#/components/schemas/CallbackEvent" }, { $ref: "#/components/schemas/ServiceEvent" }],
  },
};

export const RecordedEvent = named(
  "RecordedEvent",
  "An event with every attempt to deliver it, and its body.",
  z.strictObject({
    ...EventSummary.shape,
    deliveries: described("One for each endpoint that it is sent to.", z.array(EventDelivery)),
    body: described(
      "The processor's event, byte for byte. With the processor's payload it is what was sent, and the " +
        "signature covers exactly this text; a body of the service payload is rendered at each attempt and not " +
        "stored. It is JSON, a CallbackEvent.",
      z.string().check(z.meta(JSON_OF_CALLBACK)),
    ),
  }),
);

/** What was accepted is under way under this id. */
export const AcceptedEvent = named(
  "AcceptedEvent",
  "An event that is being sent.",
  z.strictObject({ eventId: described("See the result at /v1/events/{id}.", eventId) }),
);

export const AcceptedRecovery = named(
  "AcceptedRecovery",
  "A recovery that was started.",
  z.strictObject({
    id: described("See its progress at /v1/event-recoveries/{id}.", recoveryId),
    since: described("The window's beginning; null: all dead events.", z.nullable(timestamp)),
    until: described("The window's end; null: all dead events.", z.nullable(timestamp)),
    by: described("Which time of the events the window refers to.", z.enum(WINDOWS_BY)),
    endpointId: z.optional(
      described("Which callback endpoint was named; absent: all that are enabled.", z.string()),
    ),
  }),
);

export const Recovery = named(
  "Recovery",
  "A recovery and its progress.",
  z.strictObject({
    ...AcceptedRecovery.shape,
    state: described(
      "done: every event of the window was checked. Redelivered events arrive within the next minutes.",
      z.enum(["running", "done"]),
    ),
    looked: described("How many events of the window were checked so far.", z.int()),
    sent: described("How many of them were dead or held, and are being sent again.", z.int()),
  }),
);

/** Many times as long as ours are. */
const MAX_CURSOR_CHARACTERS = 600;

const exampleSummary = {
  id: "evt_1QExample",
  type: "payment_intent.succeeded",
  svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
  orderRef: "order-1042",
  amountCents: 4999,
  currency: "usd",
  receivedAt: "2026-07-01T12:00:08.000Z",
  applied: "applied",
  delivery: "delivered",
  endpointId: "ep_5f2b8c1de0a94b73",
  attemptCount: 1,
  nextAttemptAt: null,
  payload: "processor",
  version: null,
  endpointIds: ["ep_5f2b8c1de0a94b73"],
  traceId: "9e1b2c3d-0000-4000-8000-000000000002",
} as const satisfies z.output<typeof EventSummary>;

const exampleAttempt = {
  at: "2026-07-01T12:00:09.000Z",
  deliveryRound: 1,
  attempt: 1,
  milliseconds: 84,
  status: 204,
  error: null,
  answer: null,
  nextAttemptAt: null,
  payload: "processor",
  version: null,
  bodySha256: null,
} as const satisfies z.output<typeof CallbackAttempt>;

const exampleRecovery = {
  id: "rcv_0f8fad5bd9cb469fa16570867728950e",
  since: "2026-07-01T00:00:00.000Z",
  until: "2026-07-02T00:00:00.000Z",
  by: "receipt",
} as const satisfies z.output<typeof AcceptedRecovery>;

export const listEvents = {
  name: "list-events",
  method: "GET",
  path: "/v1/events",
  scope: "events:read",
  console: "read",
  tag: TAG,
  summary: "List events and the state of their callbacks",
  description:
    "Events are kept for 90 days. If you filter by type, delivery or endpointId, the service searches until " +
    "the page is full. A search stops after about a thousand events. Then the Svc-Searched-To header says how " +
    "far back it searched, and the Link header continues the search. With order=ascending the list is a feed: " +
    "it has no end, and the Link header always leads to the next page, which may still be empty. " +
    "Svc-Searched-To is then the time of the last event that was checked, shown or not, and Svc-Time is the " +
    "service's time. A page with bodies ends before 4 MB.",
  query: z
    .strictObject({
      ...pageQuery(eventId).shape,
      type: z.optional(described("Only events of this type.", z.enum(RECORDED_EVENTS))),
      delivery: z.optional(
        described(
          "Only events whose callback is in this state, at endpointId or where it is worst. Not for the feed.",
          z.enum(["pending", "delivered", "dead", "held"]),
        ),
      ),
      svcPaymentId: z.optional(described("Only events about this payment.", paymentId)),
      endpointId: z.optional(
        described(
          "Only events that are sent to this callback endpoint, with the state of their callback there. For the feed: " +
            "whose payload the bodies have; by default that of the oldest endpoint.",
          endpointId,
        ),
      ),
      order: z.optional(
        described(
          "ascending: the feed, oldest first, up to a minute ago. Otherwise newest first, up to now.",
          z.enum(["ascending", "descending"]),
        ),
      ),
      after: z.optional(
        described(
          "For the feed: a cursor, which says where to continue. Take it from the Link header, to read on, or from an " +
            "event's cursor, to start again later. It stays valid after its event has expired.",
          z.string().check(z.minLength(1), z.maxLength(MAX_CURSOR_CHARACTERS)),
        ),
      ),
      include: z.optional(
        described(
          "body: for the feed, adds each callback's body as it would be sent to your endpoint now.",
          z.enum(["body"]),
        ),
      ),
    })
    .check(
      z.refine(({ order, after, include }) => order === "ascending" || (!after && !include), {
        error: "must be ascending when after or include is given.",
        path: ["order"],
      }),
      z.refine(({ order, startingAfter }) => order !== "ascending" || !startingAfter, {
        error: "does not apply when order is ascending: use after.",
        path: ["startingAfter"],
      }),
      z.refine(({ order, svcPaymentId }) => order !== "ascending" || !svcPaymentId, {
        error: "does not apply when order is ascending: the feed covers all payments.",
        path: ["svcPaymentId"],
      }),
      z.refine(({ order, delivery }) => order !== "ascending" || !delivery, {
        error:
          "does not apply when order is ascending: an event's delivery changes after its place in the feed.",
        path: ["delivery"],
      }),
    ),
  answers: { 200: { ...page(EventSummary, [exampleSummary]), searched: true, timed: true } },
  budget: "ledger",
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const getEvent = {
  name: "get-event",
  method: "GET",
  path: "/v1/events/{id}",
  pathParameters: { id: eventId },
  scope: "events:read",
  console: "read",
  tag: TAG,
  summary: "Retrieve an event, every attempt to deliver it, and its body",
  description:
    "The body is the processor's event, byte for byte, which is what the processor's payload sends: the " +
    "signature covers exactly this text. The service payload is rendered when it is sent; each attempt stores " +
    "its version and hash.",
  answers: {
    200: {
      description: "The event.",
      schema: RecordedEvent,
      example: {
        ...exampleSummary,
        deliveries: [
          {
            endpointId: "ep_5f2b8c1de0a94b73",
            delivery: "delivered",
            attemptCount: 1,
            nextAttemptAt: null,
            attempts: [exampleAttempt],
          },
        ],
        body: '{"id":"evt_1QExample","object":"event",…}',
      },
    },
  },
  budget: "ledger",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

export const redeliverEvent = {
  name: "redeliver-event",
  method: "POST",
  path: "/v1/events/{id}/redeliver",
  pathParameters: { id: eventId },
  scope: "callbacks:write",
  console: "manage",
  tag: TAG,
  summary: "Send an event again",
  description:
    "With eight new attempts and the same Svc-Event-Id. To resend a delivered event, set force. A pending " +
    "event is left unchanged. Without endpointId it goes to every endpoint that it is sent to.",
  body: z.strictObject({
    force: z._default(
      described("Send it even if your server has already accepted it, or did not choose it.", z.boolean()),
      false,
    ),
    endpointId: z.optional(described("Only to this callback endpoint.", endpointId)),
  }),
  example: { force: true },
  answers: {
    202: {
      description: "The event is pending.",
      schema: AcceptedEvent,
      example: { eventId: "evt_1QExample" },
    },
  },
  failures: [...COMMON_FAILURES, "not_found", "not_redeliverable", "no_callback_endpoint"],
} as const satisfies Operation;

export const recoverEvents = {
  name: "recover-events",
  method: "POST",
  path: "/v1/events/recover",
  scope: "callbacks:write",
  console: "manage",
  tag: TAG,
  summary: "Redeliver all dead or held events",
  description:
    "Without a window: all dead events of any age. With a window of at most 31 days: dead or held events " +
    "received from since (inclusive) to until (exclusive) or, by death, whose last attempt failed in that " +
    "time. The response is immediate. The events follow, newest first, at most 25 per second. Safe to repeat: " +
    "nothing is sent twice. One recovery runs at a time. A request with the same window returns the running " +
    "one; another window gets 409 until it is done.",
  body: z
    .strictObject({
      since: z.optional(described("The window's beginning, inclusive.", time)),
      until: z.optional(described("The window's end, exclusive; at most 31 days later.", time)),
      by: z.optional(
        described(
          "Which time of the events the window refers to. Default: the time of receipt.",
          z.enum(WINDOWS_BY),
        ),
      ),
      endpointId: z.optional(
        described("Only of this callback endpoint. Default: of all that are enabled.", endpointId),
      ),
    })
    .check(
      z.refine(({ since, until }) => until === undefined || since !== undefined, {
        error: "is required when until is given.",
        path: ["since"],
        abort: true,
      }),
      z.refine(({ since, until }) => since === undefined || until !== undefined, {
        error: "is required when since is given.",
        path: ["until"],
        abort: true,
      }),
      z.refine(({ since = 0, until = 1 }) => since < until, {
        error: "must be later than since.",
        path: ["until"],
        abort: true,
      }),
      z.refine(({ since = 0, until = 0 }) => until - since <= MAX_WINDOW_MS, {
        error: "must be at most 31 days after since.",
        path: ["until"],
      }),
    ),
  example: { since: "2026-07-01T00:00:00Z", until: "2026-07-02T00:00:00Z" },
  answers: {
    202: {
      outcome: "started",
      description: "The recovery was started.",
      schema: AcceptedRecovery,
      example: exampleRecovery,
    },
    200: {
      outcome: "standing",
      description: "The same recovery was requested before and is running.",
      schema: AcceptedRecovery,
      example: exampleRecovery,
    },
  },
  failures: [...COMMON_FAILURES, "not_found", "no_callback_endpoint", "in_progress"],
} as const satisfies Operation;

export const getRecovery = {
  name: "get-recovery",
  method: "GET",
  path: "/v1/event-recoveries/{id}",
  pathParameters: { id: recoveryId },
  scope: "events:read",
  console: "read",
  tag: TAG,
  summary: "Retrieve a recovery's progress",
  description:
    "It starts within a minute, handles any number of events, and can be retrieved until the next one starts.",
  answers: {
    200: {
      description: "The recovery.",
      schema: Recovery,
      example: { ...exampleRecovery, state: "running", looked: 2300, sent: 512 },
    },
  },
  budget: "ledger",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
