import { sendCallback } from "../../callbacks/queue.ts";
import { isErased } from "../../domain/erasure.ts";
import {
  type Applied,
  type DeliveryState,
  type EventSource,
  isFollowed,
  isForwarded,
} from "../../domain/event.ts";
import { Failure } from "../../domain/failure.ts";
import { pack, unpack } from "../../domain/packed.ts";
import { verifySignature } from "../../domain/signature.ts";
import { timeOf } from "../../ledger/due.ts";
import {
  disownEvent,
  type EventFacts,
  type EventRecord,
  finishEvent,
  recordEvent,
} from "../../ledger/events.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { toPayment } from "../../ledger/payments.ts";
import { log, note } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { isLiveMode } from "../../processor/client.ts";
import { type EventSubject, type ProcessorEvent, parseEvent, subjectOf } from "../../processor/events.ts";
import { readWebhookSecrets } from "../../secrets.ts";
import { releaseIfEnabled } from "../callbacks/send-again.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { applyToPayment } from "./apply-to-payment.ts";
import { identifyMerchant } from "./identify-merchant.ts";
import { type EventPayment, identifyPayment } from "./identify-payment.ts";

/*
 * An event of the processor comes in:
 *
 *   verify    the processor has signed these very bytes; otherwise 400.
 *   identify  which merchant it belongs to and which payment it is about. What is not for us (its type, its mode, its
 *             account, the environment of its payment) is acknowledged and forgotten.
 *   record    the bytes, under the event's id. From here on the event cannot be lost, only repeated.
 *   apply     the payment or the merchant's account follows the processor.
 *   enqueue   the message for the merchant's callback, if the merchant wants one.
 *   finish    the record says what was applied, and that nothing is left to do.
 *
 * Guarantee: a 200 means that the event is not for us, or recorded, applied and on its way, or recorded and on the due
 * list while another call is at it. Whatever fails before that is a 5xx, and the processor sends the event again.
 *
 * When the function dies before `record`, nothing has happened. After it, the event stands in the ledger without
 * `finishedAt` and on the due list, whose visit takes the remaining steps from the stored bytes. A call that fails and
 * lives to say so gives its record up, so that the processor's next delivery can take them at once. Each step can be
 * repeated: apply asks the processor and writes on the version that it read; a second message makes no second callback, because
 * the delivery counts attempts on the record; finish writes the same again. Two calls at once do no harm for the same
 * reasons. A record with `finishedAt` is a duplicate.
 *
 * The steps can be entered at two other places. `takeEvent` is everything but `verify`, for events that we asked the
 * processor for: they carry no signature, and they never speak for themselves. `resumeEvent` is apply → enqueue → finish,
 * from the bytes of an unfinished record.
 */

/** What a fresh event is about may not be there yet, in the ledger or at the processor; for an old one it never comes. */
const FRESH_MS = 15 * 60_000;

export type Incoming = Omit<Arrival, "source"> & { signature: string | undefined; signatureSeconds: number };

/** `ownerToken`: random, so that a call knows its own record when the reply to its write was lost. */
export type Arrival = {
  rawBody: Uint8Array;
  source: EventSource;
  ownerToken: string;
  traceId: string;
  at: number;
};
export type Receipt = { received: true; forwarded: boolean };

const NOT_FORWARDED: Receipt = { received: true, forwarded: false };

export async function receiveEvent(incoming: Incoming): Promise<Receipt> {
  const verified = await verify(incoming);
  if (verified.kind === "forged") {
    count("SignatureFailures");
    throw new Failure("invalid_signature", "The signature does not match the body, or its time is off.");
  }
  return takeEvent({ ...incoming, source: "webhook" });
}

export async function takeEvent(arrival: Arrival): Promise<Receipt> {
  const identified = await identify(arrival);
  note({ outcome: identified.kind });
  if (identified.kind === "not_for_us") return NOT_FORWARDED;
  if (identified.kind === "too_early") throw tooEarly(identified.event);
  const recorded = await record(arrival, identified);
  note({ outcome: recorded.kind });
  if (recorded.kind !== "ours") return NOT_FORWARDED;
  try {
    return await carryOut(recorded.event, identified);
  } catch (error) {
    await disownEvent(recorded.event, arrival.ownerToken).catch(() => undefined);
    throw error;
  }
}

/** For an event that an earlier call has left unfinished. */
export async function resumeEvent(unfinished: EventRecord, at: number): Promise<Receipt> {
  const { body, eventId, source = "webhook" } = unfinished;
  const identified = await identify({ rawBody: unpack(body, eventId), source, at }, true);
  if (identified.kind === "not_for_us") throw new Error("A recorded event is no longer for us.");
  if (identified.kind === "too_early") throw tooEarly(identified.event);
  return carryOut(unfinished, identified);
}

/**
 * For an operator who doubts what became of an event in the ledger: apply, once more, and a note of what it has done.
 * An unfinished event takes all the steps that are left; nothing is sent again of a finished one.
 */
export async function reapplyEvent(event: EventRecord, at: number): Promise<void> {
  if (event.finishedAt === undefined) {
    await resumeEvent(event, at);
    return;
  }
  const { body, eventId, source = "webhook" } = event;
  const identified = await identify({ rawBody: unpack(body, eventId), source, at }, true);
  if (identified.kind === "not_for_us") throw new Error("A recorded event is no longer for us.");
  if (identified.kind === "too_early") throw tooEarly(identified.event);
  const applied = await apply(identified);
  if (applied.kind === "too_early") throw tooEarly(identified.event);
  await finishEvent(event, { ...applied.facts, applied: applied.kind, finishedAt: event.finishedAt });
}

async function carryOut(event: EventRecord, identified: Identified): Promise<Receipt> {
  const applied = await apply(identified);
  note({ outcome: applied.kind });
  if (applied.kind === "too_early") throw tooEarly(identified.event);
  const enqueued = await enqueue(event);
  await finish(event, applied, enqueued);
  return { received: true, forwarded: enqueued.kind === "enqueued" };
}

// verify

type Verified = { kind: "genuine" } | { kind: "forged" };

async function verify({ rawBody, signature, signatureSeconds }: Incoming): Promise<Verified> {
  const secrets = await readWebhookSecrets();
  const verdict = verifySignature({ rawBody, header: signature }, secrets, signatureSeconds);
  return { kind: verdict === "valid" ? "genuine" : "forged" };
}

// identify

type Identified = {
  kind: "identified";
  event: ProcessorEvent;
  accountId: string;
  subject: EventSubject;
  merchant: Merchant;
  about: EventPayment;
  source: EventSource;
  /** What it is about may still be on its way: into the ledger, or within the processor. */
  isFresh: boolean;
};
type Identification =
  | Identified
  | { kind: "not_for_us"; because: "type" | "mode" | "account" | "environment" | "erased" }
  | { kind: "too_early"; event: ProcessorEvent };

async function identify(
  { rawBody, source, at }: Pick<Arrival, "rawBody" | "source" | "at">,
  isRecorded = false,
): Promise<Identification> {
  const event = parseEvent(rawBody);
  const { accountId } = event;
  note({ eventId: event.eventId, eventType: event.type });
  if (!isFollowed(event.type)) return { kind: "not_for_us", because: "type" };
  // A test event must not touch real money's ledger, nor the other way round.
  if (event.livemode !== (await isLiveMode())) return { kind: "not_for_us", because: "mode" };
  if (!accountId) return { kind: "not_for_us", because: "account" };
  const owner = await identifyMerchant(accountId);
  if (owner.kind === "unknown") return { kind: "not_for_us", because: "account" };
  const { merchant } = owner;
  note({ merchantId: merchant.merchantId });
  // Its bytes would bring back what was erased. What was recorded before is still finished, and then erased as well.
  if (isErased(merchant) && !isRecorded) return { kind: "not_for_us", because: "erased" };
  const subject = subjectOf(event);
  const about = await identifyPayment(subject, { merchantId: merchant.merchantId, accountId });
  if (about.kind === "payment") note({ svcPaymentId: about.record.svcPaymentId });
  if (about.kind === "elsewhere") return { kind: "not_for_us", because: "environment" };
  const isFresh = at - event.createdAt <= FRESH_MS;
  if (about.kind === "unknown" && isFresh) return { kind: "too_early", event };
  return { kind: "identified", event, accountId, subject, merchant, about, source, isFresh };
}

function tooEarly({ eventId, type }: ProcessorEvent): Failure {
  log("warn", "what an event is about is not there yet", { eventId, eventType: type });
  const detail = "What the event is about is not there yet.";
  return new Failure("service_unavailable", detail, { retryAfterSeconds: 5 });
}

// record

type Recorded =
  | { kind: "ours"; event: EventRecord }
  /** A duplicate. */
  | { kind: "finished" }
  /** Another call is at it; should that one die, the due list's visit finishes it. */
  | { kind: "owned_by_another" };

async function record(
  arrival: Arrival,
  { event, accountId, subject, merchant, about }: Identified,
): Promise<Recorded> {
  const outcome = await recordEvent({
    eventId: event.eventId,
    type: event.type,
    merchantId: merchant.merchantId,
    accountId,
    svcPaymentId: about.kind === "payment" ? about.record.svcPaymentId : undefined,
    declineCode: declineCodeOf(event, subject),
    source: arrival.source,
    ownerToken: arrival.ownerToken,
    traceId: arrival.traceId,
    body: pack(arrival.rawBody, event.eventId),
    receivedAt: arrival.at,
    delivery: deliveryFor(event.type, merchant),
  });
  if (outcome.written) return { kind: "ours", event: outcome.item };
  const { existing } = outcome;
  if (!existing || existing.finishedAt !== undefined) return { kind: "finished" };
  const isOurs = existing.ownerToken === arrival.ownerToken;
  return isOurs || !isOwned(existing, arrival.at)
    ? { kind: "ours", event: existing }
    : { kind: "owned_by_another" };
}

/** The call that recorded it will finish it, or else the visit that is due. */
const isOwned = ({ ownerToken, dueSort }: EventRecord, at: number): boolean =>
  ownerToken !== undefined && dueSort !== undefined && timeOf({ dueSort }) > at;

/** Later events of the same intent may still carry the last failure; only this one is about it. */
const declineCodeOf = ({ type }: ProcessorEvent, subject: EventSubject): string | undefined =>
  type === "payment_intent.payment_failed" && subject.kind === "intent" ? subject.declineCode : undefined;

function deliveryFor(type: string, { callback }: Merchant): DeliveryState {
  if (!isForwarded(type) || !callback) return "none";
  return callback.disabled ? "held" : "pending";
}

// apply

type AppliedNow = { kind: Applied; facts?: EventFacts } | { kind: "too_early" };

async function apply(identified: Identified): Promise<AppliedNow> {
  const { event, subject, merchant, accountId } = identified;
  if (subject.kind === "account" && merchant.account?.processorAccountId === accountId) {
    await syncAccount(merchant);
    return { kind: "applied" };
  }
  const applied = await applyToSubject(identified);
  if (applied.kind === "not_understood") {
    count("EventsNotUnderstood");
    log("error", "an event is not understood", { eventId: event.eventId, eventType: event.type });
  }
  return applied;
}

async function applyToSubject({ about, subject, source, isFresh }: Identified): Promise<AppliedNow> {
  switch (about.kind) {
    case "payment": {
      const { record, intentId } = about;
      const applied = await applyToPayment(toPayment(record), { intentId, subject, source });
      if (applied.kind !== "missing") return applied;
      if (isFresh) return { kind: "too_early" };
      return { kind: subject.kind === "dispute" ? "unknown_dispute" : "unknown_payment" };
    }
    case "mismatch":
      return { kind: "not_this_payment" };
    case "unknown":
      return { kind: "unknown_payment" };
    case "not_understood":
    case "out_of_reach":
      return about;
    default:
      return { kind: "not_about_a_payment" };
  }
}

// enqueue

type Enqueued = { kind: "enqueued"; at: number } | { kind: "held" } | { kind: "nothing_to_send" };

async function enqueue({ eventId, generation, merchantId, delivery }: EventRecord): Promise<Enqueued> {
  if (delivery === "held") return { kind: "held" };
  if (delivery !== "pending") return { kind: "nothing_to_send" };
  await sendCallback({ eventId, generation, merchantId });
  return { kind: "enqueued", at: Date.now() };
}

// finish

async function finish(
  event: EventRecord,
  applied: { kind: Applied; facts?: EventFacts },
  enqueued: Enqueued,
): Promise<void> {
  const finishedAt = Date.now();
  const enqueuedAt = enqueued.kind === "enqueued" ? enqueued.at : undefined;
  const { eventId, merchantId } = event;
  await finishEvent(event, { ...applied.facts, applied: applied.kind, finishedAt, enqueuedAt });
  // The endpoint may have been enabled since the merchant was read: then the release looked for held events too early.
  if (enqueued.kind === "held") await releaseIfEnabled(eventId, await findMerchant(merchantId), finishedAt);
}
