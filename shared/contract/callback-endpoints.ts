import * as z from "zod/mini";
import { MAX_ENDPOINTS, SECRET_GRACE_SECONDS } from "../domain/events/callback-endpoint.ts";
import {
  CallbackEndpoint,
  CallbackHealth,
  CreatedCallbackEndpoint,
  DeletedCallbackEndpoint,
  Diagnosis,
  EndpointSettings,
  EventType,
  EXAMPLE_SECRET,
  exampleEndpoint,
  RotatedSecret,
  TAG,
} from "./callback-endpoint.ts";
import { described } from "./described.ts";
import { AcceptedEvent } from "./events.ts";
import { endpointId } from "./fields.ts";
import { COMMON_FAILURES, type Operation } from "./operation.ts";

const PATH = "/v1/callback-endpoints";
const ONE = `${PATH}/{id}` as const;

/** An event is at most 256 KB, and grows a little when it is quoted in JSON. */
const MAX_DIAGNOSE_BYTES = 300 * 1024;

const MAX_HEADER_CHARACTERS = 1000;

const endpointAnswer = (description: string, disabled = false) => ({
  description,
  schema: CallbackEndpoint,
  example: { ...exampleEndpoint, disabled },
});

const FAILURES = [...COMMON_FAILURES, "not_found"] as const;

const OF_ONE = { pathParameters: { id: endpointId }, tag: TAG } as const;

export const listCallbackEndpoints = {
  name: "list-callback-endpoints",
  method: "GET",
  path: PATH,
  scope: "events:read",
  console: "read",
  tag: TAG,
  summary: "List the callback endpoints",
  description: `All endpoints in one response, the oldest one first; at most ${MAX_ENDPOINTS}. Secrets are not shown.`,
  answers: {
    200: { description: "The endpoints.", schema: z.array(CallbackEndpoint), example: [exampleEndpoint] },
  },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const createCallbackEndpoint = {
  name: "create-callback-endpoint",
  method: "POST",
  path: PATH,
  scope: "callbacks:write",
  console: "setup",
  tag: TAG,
  summary: "Create a callback endpoint",
  description:
    "The URL must use https on port 443 or 8443, with a public host name and no credentials. " +
    `At most ${MAX_ENDPOINTS} endpoints. Each has its own URL, signing secret, event types, payload and state, and gets every ` +
    "event type that it chose, with its own eight attempts. It gets events that are received from now on. The " +
    "secret is shown only once. If you lose the response, find the endpoint in the list and rotate its " +
    "secret. Two endpoints cannot have the same URL.",
  body: EndpointSettings,
  example: {
    url: "https://shop.example.com/callbacks",
    events: ["payment_intent.succeeded", "refund.failed"],
  },
  answers: {
    201: {
      description: "The endpoint was created; its secret cannot be shown again.",
      schema: CreatedCallbackEndpoint,
      example: { ...exampleEndpoint, secret: EXAMPLE_SECRET },
    },
  },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const getCallbackEndpoint = {
  name: "get-callback-endpoint",
  method: "GET",
  path: ONE,
  ...OF_ONE,
  scope: "events:read",
  console: "read",
  summary: "Retrieve a callback endpoint",
  description: "Secrets are not shown, only when each was created and when it ends.",
  answers: { 200: endpointAnswer("The endpoint.") },
  failures: FAILURES,
} as const satisfies Operation;

export const updateCallbackEndpoint = {
  name: "update-callback-endpoint",
  method: "PUT",
  path: ONE,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "setup",
  summary: "Change a callback endpoint's URL, event types or payload",
  description:
    "Omitted fields stay unchanged, and so does the secret. Future attempts go to the new URL. The choice of " +
    "events applies to events that are received from now on.",
  body: z.partial(EndpointSettings),
  example: { events: ["payout.paid"] },
  answers: { 200: endpointAnswer("The endpoint was updated.") },
  failures: FAILURES,
} as const satisfies Operation;

export const deleteCallbackEndpoint = {
  name: "delete-callback-endpoint",
  method: "POST",
  path: `${ONE}/delete`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "setup",
  summary: "Delete a callback endpoint",
  description:
    "It receives no more events, and events held for it are not sent. An attempt in progress may still arrive.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: {
      description: "The endpoint was deleted.",
      schema: DeletedCallbackEndpoint,
      example: { id: exampleEndpoint.id },
    },
  },
  failures: FAILURES,
} as const satisfies Operation;

export const rotateCallbackSecret = {
  name: "rotate-callback-secret",
  method: "POST",
  path: `${ONE}/rotate-secret`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "setup",
  summary: "Replace the signing secret of a callback endpoint",
  description:
    "For graceSeconds every callback has two signatures, one for each secret. If you lose the response, " +
    "rotate again: each secret signs until its own grace period ends, up to three at a time. With 0, all " +
    "earlier secrets end immediately, including those still in a grace period. Use 0 if a secret has leaked.",
  body: z.strictObject({
    graceSeconds: z._default(
      described(
        "How long the previous secret also signs, in seconds.",
        z.int().check(z.minimum(0), z.maximum(SECRET_GRACE_SECONDS.longest)),
      ),
      SECRET_GRACE_SECONDS.standard,
    ),
  }),
  example: { graceSeconds: 3600 },
  answers: {
    200: {
      description: "The new secret, which cannot be shown again.",
      schema: RotatedSecret,
      example: { secret: EXAMPLE_SECRET, previousSecretExpiresAt: "2026-07-01T13:00:00.000Z" },
    },
  },
  failures: [...FAILURES, "rotation_in_progress"],
} as const satisfies Operation;

export const disableCallbackEndpoint = {
  name: "disable-callback-endpoint",
  method: "POST",
  path: `${ONE}/disable`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "manage",
  summary: "Disable a callback endpoint",
  description:
    "Its events are recorded and held until it is enabled. No event is lost. Other endpoints are not affected.",
  body: z.strictObject({}),
  example: {},
  answers: { 200: endpointAnswer("The endpoint is disabled.", true) },
  failures: FAILURES,
} as const satisfies Operation;

export const enableCallbackEndpoint = {
  name: "enable-callback-endpoint",
  method: "POST",
  path: `${ONE}/enable`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "manage",
  summary: "Enable a callback endpoint",
  description:
    "The response is immediate. Held events are sent within seconds, newest first, at most 25 per second. In " +
    "rare cases, for example if one of our messages is lost, it takes up to two minutes.",
  body: z.strictObject({}),
  example: {},
  answers: { 200: endpointAnswer("The endpoint is enabled. Held events are sent within seconds.") },
  failures: FAILURES,
} as const satisfies Operation;

export const testCallbackEndpoint = {
  name: "test-callback-endpoint",
  method: "POST",
  path: `${ONE}/test`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: ["manage", "setup"],
  summary: "Send a test event to a callback endpoint",
  description:
    "Sends an event of type callback.test, which is recorded, signed and retried like any other event. See " +
    "its result at /v1/events/{id}. At most five can be pending at a time for each endpoint.",
  body: z.strictObject({}),
  example: {},
  answers: {
    202: {
      description: "The test event is pending.",
      schema: AcceptedEvent,
      example: { eventId: "evt_test_Example" },
    },
  },
  failures: [...FAILURES, "no_callback_endpoint", "in_progress"],
} as const satisfies Operation;

export const getCallbackHealth = {
  name: "get-callback-health",
  method: "GET",
  path: `${ONE}/health`,
  budget: "ledger",
  ...OF_ONE,
  scope: "events:read",
  console: "read",
  summary: "Retrieve the health of a callback endpoint",
  description:
    "Counts undelivered events of any age among the newest 1,000 that are sent there. All dead events are " +
    "counted. Deliveries and attempts are those of the last 24 hours.",
  answers: {
    200: {
      description: "The endpoint's health.",
      schema: CallbackHealth,
      example: {
        asOf: "2026-07-02T12:00:00.000Z",
        since: "2026-07-01T12:00:00.000Z",
        lookedBackTo: null,
        events: 46,
        delivered: 37,
        waiting: 1,
        failing: 3,
        dead: 5,
        held: 0,
        answers: 61,
        p50AnswerMilliseconds: 84,
        lastEventId: "evt_1QExample",
      },
    },
  },
  failures: FAILURES,
} as const satisfies Operation;

export const diagnoseCallback = {
  name: "diagnose-callback",
  method: "POST",
  path: `${ONE}/diagnose`,
  ...OF_ONE,
  scope: "events:read",
  console: "read",
  summary: "Find out why a signature does not verify",
  description:
    "Send what your server received: the body as it was when the signature was checked, and the value of " +
    "Svc-Signature. The response says what is wrong and what to do.",
  body: z.strictObject({
    rawBody: described("The body as your server had it when it checked the signature.", z.string()),
    signatureHeader: described(
      "The whole value of the header, without its name.",
      z.string().check(z.maxLength(MAX_HEADER_CHARACTERS)),
    ),
  }),
  example: {
    rawBody: '{"id":"evt_1QExample","object":"event"}',
    signatureHeader: `t=1782907200,v1=${"0".repeat(64)}`,
  },
  maxBodyBytes: MAX_DIAGNOSE_BYTES,
  answers: {
    200: {
      description: "What is wrong, if anything.",
      schema: Diagnosis,
      example: { verdict: "wrong_secret", advice: "None of this endpoint's secrets made this signature." },
    },
  },
  failures: FAILURES,
} as const satisfies Operation;

export const listEventTypes = {
  name: "list-event-types",
  method: "GET",
  path: "/v1/event-types",
  scope: "events:read",
  console: "read",
  tag: TAG,
  summary: "List the event types that an endpoint can choose",
  description:
    "The complete list. Types may be added; with the processor's payload, new types are off by default.",
  answers: {
    200: {
      description: "The types.",
      schema: z.array(EventType),
      example: [
        {
          name: "refund.failed",
          serviceName: "refund.failed",
          meaning: "A refund failed after it was issued: the customer has not received the money.",
          defaultFor: ["service"],
        },
      ],
    },
  },
  failures: COMMON_FAILURES,
} as const satisfies Operation;
