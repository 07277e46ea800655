import type Stripe from "stripe";
import { hasSubject, isFollowedThin } from "../domain/events/event-types.ts";
import { Failure } from "../domain/failure.ts";
import { EVENT_ID } from "../domain/id-forms.ts";
import type { IntentSnapshot } from "../domain/payments/payment.ts";
import { count, log } from "../runtime/logger.ts";
import { NotUnderstood, toSnapshot } from "./snapshot.ts";

/**
 * Parsed once, where the bytes come in: nothing else reads the processor's JSON. An object of an unknown shape does
 * not fail the parsing.
 */
export type ProcessorEvent = {
  /** It came as a thin event, so v2 knows its account. */
  isOfV2?: true;
  /** A thin event whose account v1 did not show. */
  isUnseen?: true;
  eventId: string;
  type: string;
  accountId: string | undefined;
  livemode: boolean;
  /** In which the processor wrote it; undefined of our own. */
  apiVersion: string | undefined;
  createdAt: number;
  subject: EventSubject;
  /** Why paying failed, of the event that is about this failure. */
  declineCode: string | undefined;
  cancellationReason: string | undefined;
};

/** The one that the SDK pins, and that this service reads. The SDK itself is not loaded for it. */
export const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;

export type EventSubject =
  | PaymentSubject
  | { kind: "account" }
  | { kind: "payout"; payoutId: string }
  /** Of our own event about a month. */
  | { kind: "report"; month: string }
  /** An object of a later API version. */
  | { kind: "not_understood" }
  /** A type that the service does not follow, or its own test event. */
  | { kind: "none" };

export type PaymentSubject = { references: References } & (
  | { kind: "intent"; picture: Picture }
  | { kind: "charge" }
  | {
      kind: "refund";
      refundId: string;
      details: RefundDetails | undefined;
    }
  | { kind: "dispute"; disputeId: string }
  | { kind: "fraud_warning"; warningId: string }
);

/**
 * Refunds and disputes carry nothing of the intent: then the rest is absent. `applicationId`: of whoever created the
 * intent. `createdAt`: when, in milliseconds; a charge does not say.
 */
export type References = {
  intentId: string | undefined;
  chargeId: string | undefined;
  metadata?: Metadata;
  applicationId?: string | null | undefined;
  createdAt?: number | undefined;
};

type Metadata = Record<string, string>;

/** At the time of the event. An intent that is not understood may still name its payment. */
type Picture = { kind: "read"; snapshot: IntentSnapshot } | { kind: "not_understood" };

/** undefined where one of these is missing. */
type RefundDetails = {
  refundId: string;
  amountCents: number;
  currency: string;
  failureReason: string | null;
};

/** A whole event carries its object. A thin one names it. */
export type Incoming = { kind: "whole"; event: ProcessorEvent } | { kind: "thin"; thin: ThinEvent };

/** Of those that are followed: something of an account has changed. */
export type ThinEvent = Pick<ProcessorEvent, "eventId" | "livemode" | "createdAt"> & { accountId: string };

/** The signature proves that the processor wrote the bytes, not that they are an event. */
export function parseIncoming(rawBody: Uint8Array): Incoming {
  const event = parse(rawBody);
  if (!isThin(event)) return { kind: "whole", event: wholeEventOf(event) };
  return event.type === PING
    ? { kind: "whole", event: wholeEventOf({ ...event, data: { object: {} } }) }
    : { kind: "thin", thin: thinEventOf(event) };
}

/** The processor's own test of a destination. It is about no object, and is acknowledged like a type that is not followed. */
const PING = "v2.core.event_destination.ping";

/** Of an event that was recorded, which is a whole one. */
export const parseEvent = (rawBody: Uint8Array): ProcessorEvent => wholeEventOf(parse(rawBody));

function wholeEventOf(event: unknown): ProcessorEvent {
  if (!isEvent(event)) throw new Failure("invalid_request", "The body is not an event of the processor.");
  const object = isMap(event.data?.object) ? event.data.object : {};
  return {
    eventId: event.id,
    type: event.type,
    accountId: typeof event.account === "string" ? event.account : undefined,
    livemode: event.livemode === true,
    apiVersion: textOf(event.api_version),
    createdAt: Number(event.created) * 1000,
    subject: hasSubject(event.type) ? subjectOf(event) : { kind: "none" },
    // Later events of the same intent may still carry the last failure.
    declineCode: event.type === "payment_intent.payment_failed" ? declineCodeOf(object) : undefined,
    cancellationReason: textOf(object.cancellation_reason),
  };
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(rawBody));
  } catch (cause) {
    throw new Failure("invalid_request", "The body is not valid JSON.", { cause });
  }
}

type Envelope = {
  id: string;
  type: string;
  account?: unknown;
  livemode?: unknown;
  api_version?: unknown;
  created?: unknown;
  data?: { object?: unknown } | null;
};

/** An event of a later API version is one too. */
function isEvent(value: unknown): value is Envelope {
  const { id, type, account, data } = (value ?? {}) as Partial<Record<keyof Envelope, unknown>>;
  const isNamed = typeof id === "string" && EVENT_ID.test(id) && typeof type === "string";
  return isNamed && (isMap(isMap(data) ? data.object : undefined) || typeof account === "string");
}

type Thin = { object: "v2.core.event" } & Record<string, unknown>;

const isThin = (value: unknown): value is Thin => isMap(value) && value.object === "v2.core.event";

function thinEventOf(event: Thin): ThinEvent {
  const { id, type, created, livemode, related_object: about } = event;
  const accountId = isMap(about) && about.type === "v2.core.account" ? textOf(about.id) : undefined;
  const isOurs = isFollowedThin(textOf(type) ?? "") && EVENT_ID.test(textOf(id) ?? "");
  if (!isOurs || !accountId) throw notFollowed(event);
  return {
    eventId: String(id),
    accountId,
    livemode: livemode === true,
    createdAt: Date.parse(textOf(created) ?? ""),
  };
}

/** The processor sends thin events to destinations made without a choice of payload. */
function notFollowed({ id, type }: Thin): Failure {
  log("error", "a thin event came in that the service does not follow", {
    eventId: textOf(id),
    eventType: textOf(type),
  });
  count("EventsNotUnderstood");
  const detail = `This is a thin event (type ${textOf(type)}), which this service does not follow. Set the payload style of its event destination to snapshot, or take the type off its list.`;
  return new Failure("invalid_request", detail);
}

function subjectOf({ data }: Envelope): EventSubject {
  const { object } = data ?? {};
  if (!isMap(object)) return NOT_UNDERSTOOD;
  const { id, payment_intent, charge } = object;
  if (!isReference(payment_intent) || !isReference(charge)) return NOT_UNDERSTOOD;
  const references = { intentId: idOf(payment_intent), chargeId: idOf(charge) };
  const applicationId = isReference(object.application) ? idOf(object.application) : undefined;
  switch (object.object) {
    case "charge":
      return { kind: "charge", references: { ...references, metadata: metadataOf(object), applicationId } };
    case "account":
    case "application":
      return { kind: "account" };
  }
  if (typeof id !== "string") return NOT_UNDERSTOOD;
  switch (object.object) {
    case "payment_intent":
      return {
        kind: "intent",
        references: {
          ...references,
          intentId: id,
          metadata: metadataOf(object),
          applicationId,
          createdAt: typeof object.created === "number" ? object.created * 1000 : undefined,
        },
        picture: pictureOf(object),
      };
    case "refund":
      return {
        kind: "refund",
        references,
        refundId: id,
        details: detailsOf(id, object),
      };
    case "dispute":
      return { kind: "dispute", references, disputeId: id };
    case "radar.early_fraud_warning":
      return id.startsWith("issfr_") ? { kind: "fraud_warning", references, warningId: id } : NOT_UNDERSTOOD;
    case "payout":
      return { kind: "payout", payoutId: id };
    case "report":
      return { kind: "report", month: id };
    default:
      return NOT_UNDERSTOOD;
  }
}

function detailsOf(refundId: string, refund: Record<string, unknown>): RefundDetails | undefined {
  const { amount: amountCents, currency, failure_reason: reason } = refund;
  if (typeof amountCents !== "number" || typeof currency !== "string") return undefined;
  return { refundId, amountCents, currency, failureReason: textOf(reason) ?? null };
}

const NOT_UNDERSTOOD: { kind: "not_understood" } = { kind: "not_understood" };

function pictureOf(intent: object): Picture {
  try {
    return { kind: "read", snapshot: toSnapshot(intent as Stripe.PaymentIntent) };
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return NOT_UNDERSTOOD;
  }
}

/** Without a reason of the bank's, the processor's. */
function declineCodeOf({ last_payment_error: error }: Record<string, unknown>): string | undefined {
  if (!isMap(error)) return undefined;
  return [error.decline_code, error.code].find((code) => typeof code === "string");
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Reference = string | { id: string } | null | undefined;

const isReference = (value: unknown): value is Reference =>
  value === null ||
  ["string", "undefined"].includes(typeof value) ||
  (isMap(value) && typeof value.id === "string");

const idOf = (reference: Reference): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;

function metadataOf({ metadata }: Record<string, unknown>): Metadata {
  const texts = Object.entries(isMap(metadata) ? metadata : {}).filter(
    ([, value]) => typeof value === "string",
  );
  return Object.fromEntries(texts) as Metadata;
}
