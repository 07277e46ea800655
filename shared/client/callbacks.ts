import type { components } from "./generated/contract.ts";
import { CALLBACK_TYPES, SERVICE_TYPES } from "./generated/event-types.ts";
import { PaymentsError } from "./payments-error.ts";
import {
  type Bytes,
  bytesOf,
  type Claim,
  isSigned,
  joined,
  standardClaimOf,
  standardKeyOf,
  svcClaimOf,
} from "./signatures.ts";

export { PaymentsError } from "./payments-error.ts";

export type CallbackEvent = components["schemas"]["CallbackEvent"];
export type CallbackType = CallbackEvent["type"];

export type ServiceEvent = components["schemas"]["ServiceEvent"];
export type ServiceType = ServiceEvent["type"];

/**
 * What your server was told, in whichever payload your endpoint has chosen. Branch on `payload` and `type`; answer 2xx to
 * "unknown" too: types may be added. Of the service payload: act on a type once per `eventId`, and replace your copy of
 * the payment where `event.payment.version` is higher; then no order is needed.
 */
export type Callback =
  | ProcessorCallback
  | ServiceCallback
  | ({
      payload: "processor" | "service";
      type: "unknown";
      event: { id: string; type: string; [name: string]: unknown };
    } & Delivery);

export type ProcessorCallback = {
  [Type in CallbackType]: {
    payload: "processor";
    type: Type;
    event: Extract<CallbackEvent, { type: Type }>;
  } & Delivery;
}[CallbackType];

export type ServiceCallback = {
  [Type in ServiceType]: {
    payload: "service";
    type: Type;
    event: Extract<ServiceEvent, { type: Type }>;
  } & Delivery;
}[ServiceType];

export type Delivery = {
  /** The same for every attempt: de-duplicate on it. */
  eventId: string;
  /** The payment it is about; undefined for what is not a payment of the service. A header, which is not signed. */
  paymentId: string | undefined;
  attempt: number | undefined;
};

export type CallbackHeaders = Pick<Headers, "get"> | Record<string, string | string[] | undefined>;

export type VerifyOptions = {
  /** How far the signature's time may be off, both ways. */
  toleranceSeconds?: number;
  nowMs?: number;
};

const TOLERANCE_SECONDS = 300;

/**
 * Checks that a callback is genuine and fresh, by Svc-Signature or as Standard Webhooks, and reads it.
 * `rawBody`: the bytes as they came, before any JSON parsing. `secret`: one, or several while you change it.
 * Throws a PaymentsError: `invalid_signature`, or `unreadable` for a body that is no event.
 */
export async function verifyCallback(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: CallbackHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions = {},
): Promise<Callback> {
  const body = typeof rawBody === "string" ? bytesOf(rawBody) : new Uint8Array(rawBody);
  const claims = claimsOf(headers, body);
  const fresh = claims.filter(({ seconds }) => Math.abs(nowMs / 1000 - seconds) <= toleranceSeconds);
  for (const text of secretsOf(secret)) {
    for (const { keyOf, signatures, message } of fresh) {
      const key = keyOf(text);
      if (key && (await isSigned(key, signatures, message))) return callbackOf(body, headers);
    }
  }
  throw rejection(
    claims.length > 0 && fresh.length === 0
      ? `The signature has no timestamp, or one that is more than ${toleranceSeconds} s off.`
      : "No signature matches. Check the endpoint's secret, and pass the raw bytes of the body.",
  );
}

type SchemeClaim = Claim & { message: Bytes; keyOf: (secret: string) => Bytes | undefined };

function claimsOf(headers: CallbackHeaders, body: Bytes): SchemeClaim[] {
  const [svc, standard] = [headerOf(headers, "svc-signature"), headerOf(headers, "webhook-signature")];
  const [id, timestamp] = [headerOf(headers, "webhook-id"), headerOf(headers, "webhook-timestamp")];
  const claims: SchemeClaim[] = [];
  if (svc !== undefined) {
    const claim = svcClaimOf(svc);
    claims.push({ ...claim, message: joined(`${claim.seconds}.`, body), keyOf: bytesOf });
  }
  if (standard !== undefined && id !== undefined && timestamp !== undefined) {
    const claim = standardClaimOf(standard, timestamp);
    claims.push({ ...claim, message: joined(`${id}.${timestamp}.`, body), keyOf: standardKeyOf });
  }
  return claims;
}

function callbackOf(body: Bytes, headers: CallbackHeaders): Callback {
  const event = eventIn(body);
  const attempt = Number(headerOf(headers, "svc-attempt"));
  const delivery: Delivery = {
    eventId: event.id,
    paymentId: headerOf(headers, "svc-payment-id"),
    attempt: Number.isInteger(attempt) ? attempt : undefined,
  };
  // The service signed it, so an event of a type has that type's form.
  const payload = event.payload === "service" ? "service" : "processor";
  const known: readonly string[] = payload === "service" ? SERVICE_TYPES : CALLBACK_TYPES;
  return {
    payload,
    type: known.includes(event.type) ? event.type : "unknown",
    event,
    ...delivery,
  } as unknown as Callback;
}

function eventIn(body: Bytes): { id: string; type: string; payload?: unknown } {
  try {
    const event = JSON.parse(new TextDecoder().decode(body));
    if (typeof event?.id === "string" && typeof event?.type === "string") return event;
  } catch {
    // Said below, as for JSON that is no event.
  }
  throw new PaymentsError({
    code: "unreadable",
    message: "The callback's body is not an event.",
    retryable: false,
  });
}

/** A missing setting must not look like a forged callback. */
function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (
    !Array.isArray(secrets) ||
    secrets.length === 0 ||
    secrets.some((text) => typeof text !== "string" || text === "")
  ) {
    throw new TypeError("verifyCallback needs the endpoint's signing secret (whsec_…).");
  }
  return secrets;
}

function headerOf(headers: CallbackHeaders, name: string): string | undefined {
  // Not only the global fetch has Headers: undici, node-fetch and test environments have their own.
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(",") : value;
}

const rejection = (message: string): PaymentsError =>
  new PaymentsError({ code: "invalid_signature", message, retryable: false });
