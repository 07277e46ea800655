import type Stripe from "stripe";
import { Failure } from "../domain/failure.ts";
import type { IntentSnapshot } from "../domain/payment.ts";
import { toSnapshot } from "./snapshot.ts";

/** An event of the processor, in our words: what happened is in its type, to what is in its subject. */
export type ProcessorEvent = {
  eventId: string;
  type: string;
  accountId: string | undefined;
  livemode: boolean;
  createdAt: number;
  /** What it happened to, as it was then: see subjectOf. */
  object: { object?: unknown };
};

export type EventSubject =
  | { kind: "intent"; snapshot: IntentSnapshot }
  | { kind: "charge"; intentId: string | undefined; metadata: Record<string, string> }
  | { kind: "refund"; intentId: string | undefined; chargeId: string | undefined }
  | { kind: "dispute"; intentId: string | undefined; chargeId: string | undefined; disputeId: string }
  | { kind: "account" }
  | { kind: "other" };

/** The signature says that the processor wrote it; that it is an event is still to be seen. */
export function readEvent(rawBody: Uint8Array): ProcessorEvent {
  const event = parse(rawBody);
  if (!isEvent(event)) throw new Failure("invalid_request", "The body is not an event.");
  return {
    eventId: event.id,
    type: event.type,
    accountId: event.account,
    livemode: event.livemode === true,
    createdAt: Number(event.created) * 1000,
    object: event.data.object,
  };
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(rawBody));
  } catch (cause) {
    throw new Failure("invalid_request", "The body is not valid JSON.", { cause });
  }
}

function isEvent(value: unknown): value is Stripe.Event {
  const { id, type, data } = (value ?? {}) as {
    id?: unknown;
    type?: unknown;
    data?: { object?: unknown } | null;
  };
  const isObject = typeof data === "object" && typeof data?.object === "object" && data.object !== null;
  return typeof id === "string" && /^evt_\w{1,250}$/.test(id) && typeof type === "string" && isObject;
}

/** Apart from the event itself, so that nothing is read of an object that is not for us. */
export function subjectOf({ object }: ProcessorEvent): EventSubject {
  switch (object.object) {
    case "payment_intent":
      return { kind: "intent", snapshot: toSnapshot(object as Stripe.PaymentIntent) };
    case "charge": {
      const charge = object as Stripe.Charge;
      return { kind: "charge", intentId: idOf(charge.payment_intent), metadata: charge.metadata };
    }
    case "refund": {
      const refund = object as Stripe.Refund;
      return { kind: "refund", intentId: idOf(refund.payment_intent), chargeId: idOf(refund.charge) };
    }
    case "dispute": {
      const dispute = object as Stripe.Dispute;
      const [intentId, chargeId] = [idOf(dispute.payment_intent), idOf(dispute.charge)];
      return { kind: "dispute", intentId, chargeId, disputeId: dispute.id };
    }
    case "account":
    case "application":
      return { kind: "account" };
    default:
      return { kind: "other" };
  }
}

const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;
