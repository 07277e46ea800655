import * as z from "zod/mini";
import { MAX_ENDPOINTS } from "../domain/events/callback-endpoint.ts";
import * as first from "./callback-endpoint.ts";
import { described, named } from "./described.ts";
import { endpointId } from "./fields.ts";
import { COMMON_FAILURES, type Operation } from "./operation.ts";

/* All callback endpoints of a merchant. The one of /v1/callback-endpoint is the first of them, under the id ep_first. */

const PATH = "/v1/callback-endpoints";
const ONE = `${PATH}/{id}` as const;

const TAG = first.TAG;

const id = described("The endpoint's id. The endpoint at /v1/callback-endpoint is ep_first.", endpointId);

const NamedCallbackEndpoint = named(
  "NamedCallbackEndpoint",
  "One of your callback endpoints.",
  z.strictObject({ id, ...first.CallbackEndpoint.shape }),
);

const CreatedNamedCallbackEndpoint = named(
  "CreatedNamedCallbackEndpoint",
  "A new callback endpoint with its signing secret.",
  z.strictObject({ ...NamedCallbackEndpoint.shape, secret: first.CreatedCallbackEndpoint.shape.secret }),
);

const DeletedCallbackEndpoint = named(
  "DeletedCallbackEndpoint",
  "A callback endpoint that was deleted.",
  z.strictObject({ id }),
);

const example = {
  id: "ep_5f2b8c1de0a94b73",
  ...first.exampleEndpoint,
  url: "https://books.example.com/callbacks",
  events: ["payout.paid", "charge.refunded"],
} satisfies z.output<typeof NamedCallbackEndpoint>;

const endpointAnswer = (description: string, disabled = false) => ({
  description,
  schema: NamedCallbackEndpoint,
  example: { ...example, disabled },
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
  description: `All endpoints in one response, the first one first; at most ${MAX_ENDPOINTS}. Secrets are not shown.`,
  answers: {
    200: { description: "The endpoints.", schema: z.array(NamedCallbackEndpoint), example: [example] },
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
    `At most ${MAX_ENDPOINTS}. Each has its own URL, signing secret, event types, payload and state, and gets every ` +
    "event type that it chose, with its own eight attempts. It gets events that are received from now on. The " +
    "secret is shown only once. If you lose the response, find the endpoint in the list and rotate its " +
    "secret. Two endpoints cannot have the same URL.",
  body: first.setCallbackEndpoint.body,
  example: { url: "https://books.example.com/callbacks", events: ["payout.paid", "charge.refunded"] },
  answers: {
    201: {
      description: "The endpoint was created; its secret cannot be shown again.",
      schema: CreatedNamedCallbackEndpoint,
      example: { ...example, secret: first.EXAMPLE_SECRET },
    },
  },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const getOneCallbackEndpoint = {
  name: "get-one-callback-endpoint",
  method: "GET",
  path: ONE,
  ...OF_ONE,
  scope: "events:read",
  console: "read",
  summary: "Retrieve one of the callback endpoints",
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
  summary: "Change one of the callback endpoints",
  description:
    "Omitted fields stay unchanged. Future attempts go to the new URL. The choice of events applies to events " +
    "that are received from now on.",
  body: z.partial(first.setCallbackEndpoint.body),
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
  summary: "Delete one of the callback endpoints",
  description:
    "It receives no more events, and events held for it are not sent. An attempt in progress may still " +
    "arrive. The first endpoint cannot be deleted: disable it, or change its URL.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: {
      description: "The endpoint was deleted.",
      schema: DeletedCallbackEndpoint,
      example: { id: example.id },
    },
  },
  failures: FAILURES,
} as const satisfies Operation;

export const rotateOneCallbackSecret = {
  name: "rotate-one-callback-secret",
  method: "POST",
  path: `${ONE}/rotate-secret`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "setup",
  summary: "Replace the signing secret of one of the callback endpoints",
  description: first.rotateCallbackSecret.description,
  body: first.rotateCallbackSecret.body,
  example: first.rotateCallbackSecret.example,
  answers: first.rotateCallbackSecret.answers,
  failures: [...FAILURES, "rotation_in_progress"],
} as const satisfies Operation;

export const disableOneCallbackEndpoint = {
  name: "disable-one-callback-endpoint",
  method: "POST",
  path: `${ONE}/disable`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "manage",
  summary: "Disable one of the callback endpoints",
  description:
    "Its events are recorded and held until it is enabled. No event is lost. Other endpoints are not affected.",
  body: z.strictObject({}),
  example: {},
  answers: { 200: endpointAnswer("The endpoint is disabled.", true) },
  failures: FAILURES,
} as const satisfies Operation;

export const enableOneCallbackEndpoint = {
  name: "enable-one-callback-endpoint",
  method: "POST",
  path: `${ONE}/enable`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: "manage",
  summary: "Enable one of the callback endpoints",
  description: first.enableCallbackEndpoint.description,
  body: z.strictObject({}),
  example: {},
  answers: { 200: endpointAnswer("The endpoint is enabled. Held events are sent within seconds.") },
  failures: FAILURES,
} as const satisfies Operation;

export const testOneCallbackEndpoint = {
  name: "test-one-callback-endpoint",
  method: "POST",
  path: `${ONE}/test`,
  ...OF_ONE,
  scope: "callbacks:write",
  console: ["manage", "setup"],
  summary: "Send a test event to one of the callback endpoints",
  description: first.testCallbackEndpoint.description,
  body: z.strictObject({}),
  example: {},
  answers: first.testCallbackEndpoint.answers,
  failures: [...FAILURES, "no_callback_endpoint", "in_progress"],
} as const satisfies Operation;

export const getOneCallbackHealth = {
  name: "get-one-callback-health",
  method: "GET",
  path: `${ONE}/health`,
  budget: "ledger",
  ...OF_ONE,
  scope: "events:read",
  console: "read",
  summary: "Retrieve the health of one of the callback endpoints",
  description: first.getCallbackHealth.description,
  answers: first.getCallbackHealth.answers,
  failures: FAILURES,
} as const satisfies Operation;
