import * as z from "zod/mini";
import { SIGNATURE_VERDICTS } from "../domain/access/signature-doctor.ts";
import { SECRET_GRACE_SECONDS } from "../domain/events/callback-endpoint.ts";
import { EVENT_NAMES, EVENT_TYPES, PAYLOADS } from "../domain/events/event-types.ts";
import { described, named } from "./described.ts";
import { AcceptedEvent } from "./events.ts";
import { endpointId, integer, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";
import { SetUp } from "./set-ups.ts";

const PATH = "/v1/callback-endpoint";
export const TAG: Tag = {
  name: "Callback endpoint",
  description: "Where events are sent, how they are signed, and what to do if a signature does not verify.",
};

/** More than the rules of the URL itself allow, so that those speak first. */
const MAX_URL_FIELD_CHARACTERS = 4000;

/** An event is at most 256 KB, and grows a little when it is quoted in JSON. */
const MAX_DIAGNOSE_BYTES = 300 * 1024;

const MAX_HEADER_CHARACTERS = 1000;

/** Many times the list, for names that are given twice. */
const MAX_EVENTS = 200;

/** Callbacks of the service payload have other names, which are easily sent instead. */
const eventName = z.enum(EVENT_NAMES, {
  error: ({ input }) => {
    const meant = EVENT_NAMES.find((name) => EVENT_TYPES[name].service === input);
    return meant
      ? `must be ${meant}, which the service payload calls ${input}.`
      : `must be one of: ${EVENT_NAMES.join(", ")}.`;
  },
});

const secret = described(
  "The signing secret. It is shown only once.",
  z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/)),
);

export const CallbackEndpoint = named(
  "CallbackEndpoint",
  "Where events are sent.",
  z.strictObject({
    url: described("Your server's address.", z.string()),
    disabled: described("Whether events are held back.", z.boolean()),
    events: described(
      "Which event types are sent; null: the payload's default types.",
      z.nullable(z.array(z.string())),
    ),
    payload: described("The form of the bodies; see setCallbackEndpoint.", z.enum(PAYLOADS)),
    secretCreatedAt: described("When the current signing secret was created.", timestamp),
    previousSecretExpiresAt: described(
      "During a rotation: until when an earlier secret also signs. Otherwise null.",
      z.nullable(timestamp),
    ),
    setUps: described(
      "The last five changes that console sessions made to it in the last 30 days, newest first.",
      z.array(SetUp),
    ),
  }),
);

export const EventType = named(
  "EventType",
  "An event type that an endpoint can choose.",
  z.strictObject({
    name: described(
      "The name to choose, and the value of Svc-Event-Type with the processor's payload.",
      z.string(),
    ),
    serviceName: described("The name of the same type in the service payload.", z.string()),
    meaning: described("What has happened.", z.string()),
    defaultFor: described("The payloads for which this type is sent by default.", z.array(z.enum(PAYLOADS))),
  }),
);

export const CreatedCallbackEndpoint = named(
  "CreatedCallbackEndpoint",
  "A new callback endpoint with its signing secret.",
  z.strictObject({ ...CallbackEndpoint.shape, secret }),
);

export const RotatedSecret = named(
  "RotatedSecret",
  "A new signing secret.",
  z.strictObject({
    secret,
    previousSecretExpiresAt: described("Until when the previous secret also signs.", timestamp),
  }),
);

export const CallbackHealth = named(
  "CallbackHealth",
  "The health of your callback endpoint: undelivered events, and the attempts of the last 24 hours.",
  z.strictObject({
    asOf: described("The service's time of this response.", timestamp),
    since: described("24 hours ago: attempts and deliveries from then on are counted.", timestamp),
    lookedBackTo: described(
      "If you have more than 1,000 events, only the newest 1,000 are counted. This is when the oldest of them " +
        "was received. Otherwise null.",
      z.nullable(timestamp),
    ),
    events: integer("The sum of the next five counts."),
    delivered: integer("Accepted by your server since then."),
    waiting: integer("Not attempted yet since they were received or redelivered."),
    failing: integer("The last attempt failed; another one follows."),
    dead: integer(
      "Eight attempts failed; redeliver them, or recover many at once. Counts all of them, of any age.",
    ),
    held: integer("Held until the endpoint is enabled."),
    answers: integer("How many attempts since then got a response from your server, of any status."),
    p50AnswerMilliseconds: described(
      "The median time of these responses; null if there are none.",
      z.nullable(z.int()),
    ),
  }),
);

export const Diagnosis = named(
  "Diagnosis",
  "Why a signature does not verify.",
  z.strictObject({
    verdict: described("What is wrong. More verdicts may be added.", z.enum(SIGNATURE_VERDICTS)),
    advice: described("What to do about it.", z.string()),
  }),
);

export const exampleEndpoint = {
  url: "https://shop.example.com/callbacks",
  disabled: false,
  events: null,
  payload: "processor",
  secretCreatedAt: "2026-07-01T12:00:00.000Z",
  previousSecretExpiresAt: null,
  setUps: [],
} satisfies z.output<typeof CallbackEndpoint>;

export const EXAMPLE_SECRET = "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmlnaHQ=";

const endpointAnswer = (description: string, disabled = false) => ({
  description,
  schema: CallbackEndpoint,
  example: { ...exampleEndpoint, disabled },
});

const FAILURES = [...COMMON_FAILURES, "no_callback_endpoint"] as const;

export const getCallbackEndpoint = {
  name: "get-callback-endpoint",
  method: "GET",
  path: PATH,
  scope: "events:read",
  tag: TAG,
  summary: "Retrieve the callback endpoint",
  description: "Secrets are not shown, only when each was created and when it ends.",
  answers: { 200: endpointAnswer("The endpoint.") },
  failures: [...COMMON_FAILURES, "not_found"],
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

export const getCallbackHealth = {
  name: "get-callback-health",
  method: "GET",
  path: `${PATH}/health`,
  scope: "events:read",
  tag: TAG,
  summary: "Retrieve the health of your callback endpoint",
  description:
    "Counts undelivered events of any age among your newest 1,000 events. All dead events are counted. " +
    "Deliveries and attempts are those of the last 24 hours.",
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
      },
    },
  },
  budget: "ledger",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

export const setCallbackEndpoint = {
  name: "set-callback-endpoint",
  method: "PUT",
  path: PATH,
  scope: "callbacks:write",
  tag: TAG,
  summary: "Set the callback endpoint's URL, event types and payload",
  description:
    "The URL must use https on port 443 or 8443, with a public host name and no credentials. The first call " +
    "creates a signing secret and shows it only once; later calls keep it. Future attempts go to the new URL. " +
    "Omitted fields stay unchanged. The choice of events applies to events that are received from now on.",
  body: z.strictObject({
    url: described(
      "Your server's address.",
      z.string().check(z.minLength(1), z.maxLength(MAX_URL_FIELD_CHARACTERS)),
    ),
    events: z.optional(
      described(
        "Names from GET /v1/event-types. null: the payload's default types; an empty list: none.",
        z.nullable(z.array(eventName).check(z.maxLength(MAX_EVENTS))),
      ),
    ),
    payload: z.optional(
      described(
        "processor (the default): the processor's event, byte for byte. service: this service's own format. It " +
          "does not name the processor, and its version says which of two is newer.",
        z.enum(PAYLOADS),
      ),
    ),
  }),
  example: {
    url: "https://shop.example.com/callbacks",
    events: ["payment_intent.succeeded", "refund.failed"],
  },
  answers: {
    200: { ...endpointAnswer("The endpoint was updated."), outcome: "changed" },
    201: {
      outcome: "created",
      description: "The endpoint was created; its secret cannot be shown again.",
      schema: CreatedCallbackEndpoint,
      example: { ...exampleEndpoint, secret: EXAMPLE_SECRET },
    },
  },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const rotateCallbackSecret = {
  name: "rotate-callback-secret",
  method: "POST",
  path: `${PATH}/rotate-secret`,
  scope: "callbacks:write",
  tag: TAG,
  summary: "Replace the signing secret",
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
  path: `${PATH}/disable`,
  scope: "callbacks:write",
  tag: TAG,
  summary: "Disable the callback endpoint",
  description: "Events are recorded and held until the endpoint is enabled. No event is lost.",
  body: z.strictObject({}),
  example: {},
  answers: { 200: endpointAnswer("The endpoint is disabled.", true) },
  failures: FAILURES,
} as const satisfies Operation;

export const enableCallbackEndpoint = {
  name: "enable-callback-endpoint",
  method: "POST",
  path: `${PATH}/enable`,
  scope: "callbacks:write",
  tag: TAG,
  summary: "Enable the callback endpoint",
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
  path: `${PATH}/test`,
  scope: "callbacks:write",
  tag: TAG,
  summary: "Send a test event",
  description:
    "Sends an event of type callback.test, which is recorded, signed and retried like any other event. See " +
    "its result at /v1/events/{id}. At most five can be pending at a time.",
  body: z.strictObject({}),
  example: {},
  answers: {
    202: {
      description: "The test event is pending.",
      schema: AcceptedEvent,
      example: { eventId: "evt_test_Example" },
    },
  },
  failures: [...FAILURES, "in_progress"],
} as const satisfies Operation;

export const diagnoseCallback = {
  name: "diagnose-callback",
  method: "POST",
  path: `${PATH}/diagnose`,
  scope: "events:read",
  console: "read",
  tag: TAG,
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
    endpointId: z.optional(described("Which endpoint it was sent to. Default: ep_first.", endpointId)),
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
  failures: [...FAILURES, "not_found"],
} as const satisfies Operation;
