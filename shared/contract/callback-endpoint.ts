import * as z from "zod/mini";
import { SECRET_GRACE_SECONDS } from "../domain/callback-endpoint.ts";
import { SIGNATURE_VERDICTS } from "../domain/signature-doctor.ts";
import { timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";

const PATH = "/v1/callback-endpoint";
const TAG: Tag = {
  name: "Callback endpoint",
  description: "Where events are sent, how they are signed, and what to do when they are not believed.",
};

/** More than the rules of the URL itself allow, so that those speak first. */
const MAX_URL_CHARACTERS = 4000;

/** An event is at most 256 KB, and grows a little when it is quoted in JSON. */
const MAX_DIAGNOSE_BYTES = 300 * 1024;

const MAX_HEADER_CHARACTERS = 1000;

export const CallbackEndpoint = z.strictObject({
  url: z.string(),
  disabled: z.boolean(),
  secretCreatedAt: timestamp,
  /** During a rotation: until then the previous secret signs beside the new one. */
  previousSecretExpiresAt: z.nullable(timestamp),
});

export const CreatedCallbackEndpoint = z.strictObject({ ...CallbackEndpoint.shape, secret: z.string() });

export const RotatedSecret = z.strictObject({ secret: z.string(), previousSecretExpiresAt: timestamp });

export const SentTestEvent = z.strictObject({ eventId: z.string() });

export const Diagnosis = z.strictObject({ verdict: z.enum(SIGNATURE_VERDICTS), advice: z.string() });

const endpointAnswer = (description: string) => ({
  name: "CallbackEndpoint",
  description,
  schema: CallbackEndpoint,
});

const FAILURES = [...COMMON_FAILURES, "no_callback_endpoint"] as const;

export const getCallbackEndpoint = {
  name: "get-callback-endpoint",
  method: "GET",
  path: PATH,
  tag: TAG,
  summary: "Retrieve the callback endpoint",
  answers: { 200: endpointAnswer("The endpoint.") },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

export const setCallbackEndpoint = {
  name: "set-callback-endpoint",
  method: "PUT",
  path: PATH,
  tag: TAG,
  summary: "Set the URL that events are sent to",
  description:
    "https on port 443 or 8443, a public host name, no credentials. The first time a signing secret is made and " +
    "answered, this once; later calls keep it. Attempts that are still to come go to the new URL.",
  body: z.strictObject({ url: z.string().check(z.minLength(1), z.maxLength(MAX_URL_CHARACTERS)) }),
  answers: {
    200: { ...endpointAnswer("The endpoint has another URL."), outcome: "changed" },
    201: {
      outcome: "created",
      name: "CreatedCallbackEndpoint",
      description: "The endpoint was created; its secret cannot be shown again.",
      schema: CreatedCallbackEndpoint,
    },
  },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const rotateCallbackSecret = {
  name: "rotate-callback-secret",
  method: "POST",
  path: `${PATH}/rotate-secret`,
  tag: TAG,
  summary: "Replace the signing secret",
  description:
    "For graceSeconds every callback carries two signatures, one of each secret. With 0 every earlier secret ends at " +
    "once, also one that is still in the grace of an earlier rotation; that helps when a secret leaked, and when the " +
    "answer of a rotation was lost.",
  body: z.strictObject({
    graceSeconds: z._default(
      z.int().check(z.minimum(0), z.maximum(SECRET_GRACE_SECONDS.longest)),
      SECRET_GRACE_SECONDS.standard,
    ),
  }),
  answers: {
    200: {
      name: "RotatedSecret",
      description: "The new secret, which cannot be shown again.",
      schema: RotatedSecret,
    },
  },
  failures: [...FAILURES, "rotation_in_progress"],
} as const satisfies Operation;

export const disableCallbackEndpoint = {
  name: "disable-callback-endpoint",
  method: "POST",
  path: `${PATH}/disable`,
  tag: TAG,
  summary: "Hold events back",
  description: "Events are recorded and held until the endpoint is enabled; none is lost.",
  body: z.strictObject({}),
  answers: { 200: endpointAnswer("The endpoint is disabled.") },
  failures: FAILURES,
} as const satisfies Operation;

export const enableCallbackEndpoint = {
  name: "enable-callback-endpoint",
  method: "POST",
  path: `${PATH}/enable`,
  tag: TAG,
  summary: "Send events again, and what was held",
  body: z.strictObject({}),
  answers: { 200: endpointAnswer("The endpoint is enabled; what was held follows.") },
  failures: FAILURES,
} as const satisfies Operation;

export const testCallbackEndpoint = {
  name: "test-callback-endpoint",
  method: "POST",
  path: `${PATH}/test`,
  tag: TAG,
  summary: "Send a test event",
  description:
    "An event of type callback.test goes the way of every other: recorded, signed, retried. See what became of it at " +
    "/v1/events/{id}.",
  body: z.strictObject({}),
  answers: {
    202: { name: "SentTestEvent", description: "The test event is on its way.", schema: SentTestEvent },
  },
  failures: FAILURES,
} as const satisfies Operation;

export const diagnoseCallback = {
  name: "diagnose-callback",
  method: "POST",
  path: `${PATH}/diagnose`,
  tag: TAG,
  summary: "Find out why a signature does not verify",
  description:
    "Paste what your server saw: the body as it was when the signature was checked, and the value of Svc-Signature. " +
    "The answer says what is wrong and what to do.",
  body: z.strictObject({
    rawBody: z.string(),
    signatureHeader: z.string().check(z.maxLength(MAX_HEADER_CHARACTERS)),
  }),
  maxBodyBytes: MAX_DIAGNOSE_BYTES,
  answers: { 200: { name: "Diagnosis", description: "What is wrong, if anything.", schema: Diagnosis } },
  failures: FAILURES,
} as const satisfies Operation;
