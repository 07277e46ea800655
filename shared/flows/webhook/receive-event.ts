import { verifySignature } from "../../domain/access/signature.ts";
import type { EventSource } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import { timeOf } from "../../ledger/due.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { disownEvent, recordEvent } from "../../ledger/events.ts";
import { note } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { readWebhookSecrets } from "../../secrets.ts";
import { carryOutEvent, NOT_FORWARDED, type Receipt } from "../events/finish-event.ts";
import { deliveryFor } from "../events/identify-delivery.ts";
import { eventTooEarly, type Identified, identifyEvent } from "../events/identify-event.ts";

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
 * processor for: they carry no signature, and they never speak for themselves. `resumeEvent` (flows/events/finish-event.ts)
 * is apply → enqueue → finish, from the bytes of an unfinished record.
 */

export type Incoming = Omit<Arrival, "source"> & { signature: string | undefined; signatureSeconds: number };

/** `ownerToken`: random, so that a call knows its own record when the reply to its write was lost. */
export type Arrival = {
  rawBody: Uint8Array;
  source: EventSource;
  ownerToken: string;
  traceId: string;
  at: number;
};

export async function receiveEvent(incoming: Incoming): Promise<Receipt> {
  const verified = await verify(incoming);
  if (verified.kind === "forged") {
    count("SignatureFailures");
    throw new Failure(
      "invalid_signature",
      "The signature does not match the body, or its timestamp is too old or too new.",
    );
  }
  return takeEvent({ ...incoming, source: "webhook" });
}

export async function takeEvent(arrival: Arrival): Promise<Receipt> {
  const identified = await identifyEvent(arrival);
  note({ outcome: identified.kind });
  if (identified.kind === "not_for_us") return NOT_FORWARDED;
  if (identified.kind === "too_early") throw eventTooEarly(identified.event);
  const recorded = await record(arrival, identified);
  note({ outcome: recorded.kind });
  if (recorded.kind !== "ours") return NOT_FORWARDED;
  try {
    return await carryOutEvent(recorded.event, identified, arrival.at);
  } catch (error) {
    await disownEvent(recorded.event, arrival.ownerToken).catch(() => undefined);
    throw error;
  }
}

// verify

type Verified = { kind: "genuine" } | { kind: "forged" };

async function verify({ rawBody, signature, signatureSeconds }: Incoming): Promise<Verified> {
  const secrets = await readWebhookSecrets();
  const verdict = verifySignature({ rawBody, header: signature }, secrets, signatureSeconds);
  return { kind: verdict === "valid" ? "genuine" : "forged" };
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
  { event, accountId, merchant, about }: Identified,
): Promise<Recorded> {
  const svcPaymentId = about.kind === "payment" ? about.record.svcPaymentId : undefined;
  const outcome = await recordEvent({
    eventId: event.eventId,
    type: event.type,
    merchantId: merchant.merchantId,
    accountId,
    svcPaymentId,
    declineCode: event.declineCode,
    cancellationReason: event.cancellationReason,
    source: arrival.source,
    ownerToken: arrival.ownerToken,
    traceId: arrival.traceId,
    rawBody: arrival.rawBody,
    receivedAt: arrival.at,
    delivery: deliveryFor({ type: event.type, svcPaymentId, accountId }, merchant),
  });
  if (outcome.written) return { kind: "ours", event: outcome.item };
  const { existing } = outcome;
  // Gone: it was finished, and has expired since.
  if (!existing || existing.finishedAt !== undefined) return { kind: "finished" };
  const isOurs = existing.ownerToken === arrival.ownerToken;
  return isOurs || !isOwned(existing, arrival.at)
    ? { kind: "ours", event: existing }
    : { kind: "owned_by_another" };
}

/** The call that recorded it will finish it, or else the visit that is due. */
const isOwned = ({ ownerToken, dueSort }: EventRecord, at: number): boolean =>
  ownerToken !== undefined && dueSort !== undefined && timeOf({ dueSort }) > at;
