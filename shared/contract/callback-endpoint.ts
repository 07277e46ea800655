import * as z from "zod/mini";
import { SIGNATURE_VERDICTS } from "../domain/access/signature-doctor.ts";
import { EVENT_NAMES, EVENT_TYPES, PAYLOADS } from "../domain/events/event-types.ts";
import { described, named } from "./described.ts";
import { endpointId, eventId, integer, timestamp } from "./fields.ts";
import type { Tag } from "./operation.ts";
import { SetUp } from "./set-ups.ts";

export const TAG: Tag = {
  name: "Callback endpoints",
  description: "Where events are sent, how they are signed, and what to do if a signature does not verify.",
};

/** More than the rules of the URL itself allow, so that those speak first. */
const MAX_URL_FIELD_CHARACTERS = 4000;

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
    id: described("The endpoint's id.", endpointId),
    url: described("Your server's address.", z.string()),
    disabled: described("Whether events are held back.", z.boolean()),
    events: described(
      "Which event types are sent; null: the payload's default types.",
      z.nullable(z.array(z.string())),
    ),
    payload: described("The form of the bodies; see createCallbackEndpoint.", z.enum(PAYLOADS)),
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
  "The health of a callback endpoint: undelivered events, and the attempts of the last 24 hours.",
  z.strictObject({
    asOf: described("The service's time of this response.", timestamp),
    since: described("24 hours ago: attempts and deliveries from then on are counted.", timestamp),
    lookedBackTo: described(
      "If more than 1,000 events were sent there, only the newest 1,000 are counted. This is when the oldest of " +
        "them was received. Otherwise null.",
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
    lastEventId: described(
      "The event of the newest attempt, whatever came of it: GET /v1/events/{id} has the response. null if nothing " +
        "was attempted.",
      z.nullable(eventId),
    ),
  }),
);

export const DeletedCallbackEndpoint = named(
  "DeletedCallbackEndpoint",
  "A callback endpoint that was deleted.",
  z.strictObject({ id: CallbackEndpoint.shape.id }),
);

/** What an endpoint is created with. */
export const EndpointSettings = z.strictObject({
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
});

export const Diagnosis = named(
  "Diagnosis",
  "Why a signature does not verify.",
  z.strictObject({
    verdict: described("What is wrong. More verdicts may be added.", z.enum(SIGNATURE_VERDICTS)),
    advice: described("What to do about it.", z.string()),
  }),
);

export const exampleEndpoint = {
  id: "ep_5f2b8c1de0a94b73",
  url: "https://shop.example.com/callbacks",
  disabled: false,
  events: null,
  payload: "processor",
  secretCreatedAt: "2026-07-01T12:00:00.000Z",
  previousSecretExpiresAt: null,
  setUps: [],
} satisfies z.output<typeof CallbackEndpoint>;

export const EXAMPLE_SECRET = "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmlnaHQ=";
