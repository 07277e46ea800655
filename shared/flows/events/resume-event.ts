import { endpointsFor } from "../../domain/events/callback-endpoint.ts";
import type { Applied } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import { type EventRecord, eventBody, finishEvent, readableBody, reopenEvent } from "../../ledger/events.ts";
import { parseEvent } from "../../processor/events.ts";
import { deliverAndFinish, finishOwnEvent, NOT_FORWARDED, type Receipt } from "../deliveries/finish-event.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { applyAndDeliver, applyEvent, reportNotUnderstood } from "./apply-and-deliver.ts";
import { type Identified, identifyEvent, tooEarly } from "./identify-event.ts";

/* Events that the ledger has already: the webhook's own steps after `record`, from the stored bytes. */

/** For an event that an earlier call has left unfinished. */
export async function resumeEvent(unfinished: EventRecord, at: number): Promise<Receipt> {
  if (unfinished.source === "service") return finishOwnEvent(unfinished, at);
  const rawBody = readableBody(unfinished);
  if (rawBody) return applyAndDeliver(unfinished, await identifyRecorded(unfinished, rawBody, at), at);
  // Nothing can be applied of damaged bytes. Its deliveries end dead, with a reason.
  reportNotUnderstood(unfinished);
  return deliverAndFinish(unfinished, { kind: "not_understood" }, at);
}

/**
 * For an operator who doubts what became of an event: apply once more, and a note of what it has done. An unfinished
 * event takes all the steps that are left; nothing is sent again of a finished one.
 */
export async function reapplyEvent(event: EventRecord, change: Change): Promise<void> {
  const { eventId, merchantId } = event;
  if (event.source === "service")
    throw new Failure("invalid_request", `${eventId} was made by this service. There is nothing to apply.`);
  await recordAudit(merchantId, { action: "reapply-event", subject: eventId }, change);
  const { at } = change;
  if (event.finishedAt === undefined) {
    await resumeEvent(event, at);
    return;
  }
  const identified = await identifyRecorded(event, eventBody(event), at);
  const { facts, kind } = await applyEvent(event, identified, at);
  await finishEvent(event, { ...facts, applied: kind, finishedAt: event.finishedAt });
}

async function identifyRecorded(recorded: EventRecord, rawBody: Uint8Array, at: number): Promise<Identified> {
  const event = parseEvent(rawBody);
  const identified = await identifyEvent({ event, source: recorded.source, at, recorded });
  if (identified.kind === "not_for_us")
    throw new Error(`The recorded event no longer belongs to this service (${identified.because}).`);
  if (identified.kind === "too_early") throw tooEarly(event);
  return identified;
}

/** The payment may exist by now, or the account be reachable. */
const UNMATCHED: readonly Applied[] = ["unknown_payment", "not_this_payment", "out_of_reach"];

/** Nothing of it was applied, for a reason that may have passed. */
export const isUnmatched = ({ applied, erasedAt }: EventRecord): boolean =>
  applied !== undefined && UNMATCHED.includes(applied) && erasedAt === undefined;

/**
 * After a restore an event may come in before its payment is rebuilt: nothing of it is applied then, and its callback, if
 * it has one, names no payment. The same where the platform's key was another platform's for an hour. Once the ledger has
 * the payment, and the processor answers for it, the event is what it would have been from the start. What was sent without
 * its payment is sent again (deliveries/finish-event.ts).
 */
export async function retryUnmatched(event: EventRecord, at: number): Promise<Receipt> {
  const rawBody = readableBody(event);
  if (!rawBody) return NOT_FORWARDED;
  const { source } = event;
  const identified = await identifyEvent({ event: parseEvent(rawBody), source, at, recorded: event });
  if (identified.kind !== "identified" || identified.about.kind !== "payment") return NOT_FORWARDED;
  const { svcPaymentId, processorPaymentIntentId } = identified.about.payment;
  // Nothing has changed: the creation that it does not fit is open still.
  if (event.applied === "not_this_payment" && !processorPaymentIntentId) return NOT_FORWARDED;
  const chosen = endpointsFor({ ...event, svcPaymentId }, identified.merchant) ?? [];
  const endpoints = [...new Set([...(event.endpoints ?? []), ...chosen])];
  const reopened = await reopenEvent(event, {
    svcPaymentId,
    at,
    ...(endpoints.length > 0 && { endpoints }),
  });
  return reopened ? applyAndDeliver(reopened, identified, at) : NOT_FORWARDED;
}
