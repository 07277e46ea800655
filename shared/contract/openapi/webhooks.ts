import type * as z from "zod/mini";
import { EVENT_NAMES, EVENT_TYPES } from "../../domain/events/event-types.ts";
import { EVENT_ID, PAYMENT_ID } from "../../domain/id-forms.ts";
import { CALLBACKS, CallbackEvent } from "../callbacks.ts";
import { SERVICE_EVENTS, ServiceEvent } from "../service-events.ts";
import type { Schemas } from "./schemas.ts";

const header = (name: string, description: string, schema: object, required = true) => ({
  name,
  in: "header",
  required,
  description,
  schema,
});

const HEADERS = [
  header(
    "Svc-Signature",
    "t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's " +
      "signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that " +
      "are more than 300 s off.",
    { type: "string", pattern: "^t=[0-9]+(,v1=[0-9a-f]{64})+$" },
  ),
  header("Svc-Event-Id", "The same for every attempt: de-duplicate on it.", {
    type: "string",
    pattern: EVENT_ID.source,
  }),
  header("Svc-Event-Type", "The event's type, as the payload calls it.", { type: "string" }),
  header(
    "Svc-Payload",
    "service if the body is in the service payload; absent otherwise.",
    { type: "string", enum: ["service"] },
    false,
  ),
  header("Svc-Attempt", "1 to 8.", { type: "integer", format: "int32", minimum: 1, maximum: 8 }),
  header(
    "Svc-Payment-Id",
    "The payment that the event is about; absent if it is not a payment of this service, as for the " +
      "merchant's own charges.",
    { type: "string", pattern: PAYMENT_ID.source },
    false,
  ),
  header(
    "webhook-id",
    "Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the " +
      "endpoint's secret has the scheme's form.",
    { type: "string", pattern: EVENT_ID.source },
    false,
  ),
  header(
    "webhook-timestamp",
    "Standard Webhooks: when this attempt was signed, in unix seconds.",
    { type: "string", pattern: "^[0-9]+$" },
    false,
  ),
  header(
    "webhook-signature",
    "Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes " +
      "that the secret's base64 encodes; one per secret, with a space between them.",
    { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$" },
    false,
  ),
];

const RESPONSES = {
  "2XX": { description: "Received. Respond within 10 seconds, and do the work afterwards." },
  "4XX": {
    description:
      "Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours.",
  },
};

type Told = { type: string; meaning: string; schema?: z.ZodMiniType };

/** Events of our own have one body under both payloads. */
const OWN: Told[] = EVENT_NAMES.filter((type) => EVENT_TYPES[type].maker === "service").map((type) => ({
  type,
  meaning: `${EVENT_TYPES[type].meaning} Only for endpoints that chose it.`,
}));

/** The test event last. */
const TOLD: Told[] = [...CALLBACKS.slice(0, -1), ...OWN, ...CALLBACKS.slice(-1)];

/** What merchants' servers are sent: one entry per event type. */
export function webhooksOf(schemas: Schemas) {
  schemas.ofAnswer(CallbackEvent);
  schemas.ofAnswer(ServiceEvent);
  return Object.fromEntries(
    TOLD.map(({ type, meaning, schema }) => [
      type,
      {
        post: {
          operationId: `on${operationName(type)}`,
          tags: ["Callbacks"],
          summary: type,
          description: `${meaning} The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.`,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { "application/json": { schema: bodyOf(schemas, type, schema) } },
          },
          responses: RESPONSES,
        },
      },
    ]),
  );
}

/** What the endpoint's choice of payload makes of it. */
function bodyOf(schemas: Schemas, type: string, processorEvent: z.ZodMiniType | undefined) {
  const either = [processorEvent, SERVICE_EVENTS.get(type)].filter((schema) => schema !== undefined);
  const [first, ...others] = either.map((schema) => schemas.ofAnswer(schema));
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

const operationName = (type: string): string =>
  type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
