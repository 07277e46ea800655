import type Stripe from "stripe";
import { Failure } from "../domain/failure.ts";
import { isEventId } from "../domain/id.ts";
import type { IntentSnapshot } from "../domain/payments/payment.ts";
import { NotUnderstood } from "./not-understood.ts";
import { toSnapshot } from "./snapshot.ts";

/** An event of the processor, in our words: what happened is in its type, to what is in its object. */
export type ProcessorEvent = {
  eventId: string;
  type: string;
  accountId: string | undefined;
  livemode: boolean;
  createdAt: number;
  /** What it happened to, as it was then: see subjectOf. */
  object: unknown;
  /** What was there before the change that it tells of, where it says so. */
  former?: unknown;
};

type Metadata = Record<string, string>;

/** `not_understood`: of a shape of the future. An intent that is not understood may still say which payment it is. */
export type EventSubject =
  | {
      kind: "intent";
      intentId: string;
      metadata: Metadata;
      picture: Picture;
      declineCode: string | undefined;
      cancellationReason: string | undefined;
    }
  | { kind: "charge"; intentId: string | undefined; metadata: Metadata; isAboutRefunds: boolean }
  | {
      kind: "refund";
      intentId: string | undefined;
      chargeId: string | undefined;
      refundId: string;
      /**
       * Most refunds are told of once more when their bank's reference comes, and nothing has changed by that. One that
       * has not arrived is looked at whatever is told of it, for example that it waits for something else now.
       */
      isAboutStatus: boolean;
    }
  | { kind: "dispute"; intentId: string | undefined; chargeId: string | undefined; disputeId: string }
  | { kind: "account" }
  | { kind: "payout"; payoutId: string }
  | { kind: "not_understood" };

type Picture = { kind: "read"; snapshot: IntentSnapshot } | { kind: "not_understood" };

/** The signature says that the processor wrote it; that it is an event is still to be seen. */
export function parseEvent(rawBody: Uint8Array): ProcessorEvent {
  const event = parse(rawBody);
  if (!isEvent(event)) throw new Failure("invalid_request", "The body is not an event.");
  return {
    eventId: event.id,
    type: event.type,
    accountId: typeof event.account === "string" ? event.account : undefined,
    livemode: event.livemode === true,
    createdAt: Number(event.created) * 1000,
    object: event.data?.object,
    former: event.data?.previous_attributes,
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
  created?: unknown;
  data?: { object?: unknown; previous_attributes?: unknown } | null;
};

/** It says what it is about, or at least whose it is: then it may be one of a later API version. */
function isEvent(value: unknown): value is Envelope {
  const { id, type, account, data } = (value ?? {}) as Partial<Record<keyof Envelope, unknown>>;
  const isNamed = typeof id === "string" && isEventId(id) && typeof type === "string";
  return isNamed && (isMap(isMap(data) ? data.object : undefined) || typeof account === "string");
}

/** Apart from the event itself, so that nothing is read of an object that is not for us. */
export function subjectOf({ type, object, former }: ProcessorEvent): EventSubject {
  if (!isMap(object)) return NOT_UNDERSTOOD;
  const { id, payment_intent, charge } = object;
  if (!isReference(payment_intent) || !isReference(charge)) return NOT_UNDERSTOOD;
  const [intentId, chargeId, metadata] = [idOf(payment_intent), idOf(charge), metadataOf(object)];
  switch (object.object) {
    case "payment_intent":
      if (typeof id !== "string") return NOT_UNDERSTOOD;
      return {
        kind: "intent",
        intentId: id,
        metadata,
        picture: pictureOf(object),
        declineCode: declineCodeOf(object),
        cancellationReason:
          typeof object.cancellation_reason === "string" ? object.cancellation_reason : undefined,
      };
    case "charge":
      return { kind: "charge", intentId, metadata, isAboutRefunds: type === "charge.refunded" };
    case "refund":
      if (typeof id !== "string") return NOT_UNDERSTOOD;
      return {
        kind: "refund",
        intentId,
        chargeId,
        refundId: id,
        isAboutStatus: !isMap(former) || "status" in former || object.status !== "succeeded",
      };
    case "dispute":
      if (typeof id !== "string") return NOT_UNDERSTOOD;
      return { kind: "dispute", intentId, chargeId, disputeId: id };
    case "payout":
      return typeof id === "string" ? { kind: "payout", payoutId: id } : NOT_UNDERSTOOD;
    case "account":
    case "application":
      return { kind: "account" };
    default:
      return NOT_UNDERSTOOD;
  }
}

/** A refund as an event's body tells of it; where its shape is not understood, render-event.ts takes what was applied. */
export type RefundInEvent = {
  refundId: string;
  amountCents: number;
  currency: string;
  failureReason: string | null;
};

export function refundOf({ object }: ProcessorEvent): RefundInEvent | undefined {
  if (!isMap(object) || object.object !== "refund") return undefined;
  const { id: refundId, amount: amountCents, currency, failure_reason: reason } = object;
  if (typeof refundId !== "string" || typeof amountCents !== "number" || typeof currency !== "string")
    return undefined;
  return { refundId, amountCents, currency, failureReason: typeof reason === "string" ? reason : null };
}

const NOT_UNDERSTOOD: EventSubject & Picture = { kind: "not_understood" };

function pictureOf(intent: object): Picture {
  try {
    return { kind: "read", snapshot: toSnapshot(intent as Stripe.PaymentIntent) };
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return NOT_UNDERSTOOD;
  }
}

/** Why the last attempt to pay failed; where the bank gave no reason, the processor's. */
function declineCodeOf({ last_payment_error: error }: Record<string, unknown>): string | undefined {
  if (!isMap(error)) return undefined;
  return [error.decline_code, error.code].find((code) => typeof code === "string");
}

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
