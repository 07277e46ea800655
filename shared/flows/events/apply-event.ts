import { isDeepStrictEqual } from "node:util";
import { type Applied, EVENT_TTL_SECONDS } from "../../domain/events/event.ts";
import type { EventType } from "../../domain/events/event-types.ts";
import { Failure } from "../../domain/failure.ts";
import { endEventVisits, findDeliveriesOf } from "../../ledger/deliveries.ts";
import { type EventRecord, eventBody, finishEvent, readableBody } from "../../ledger/events.ts";
import { parseEvent } from "../../processor/events.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { count, log, note } from "../../runtime/logger.ts";
import {
  type AppliedEvent,
  deliverAndFinish,
  finishOwnEvent,
  makeDeliveries,
  type Receipt,
  reportToPlatform,
} from "../deliveries/finish-event.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { upsertPayoutAttention } from "../payouts/record-failed-payout.ts";
import { syncPayout } from "../payouts/sync-payout.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { findChosen } from "../sync.ts";
import { applyToPayment } from "./apply-to-payment.ts";
import { type Identified, identifyEvent, tooEarly } from "./identify-event.ts";

/*
 * What becomes of a recorded event: apply → deliver → finish. The webhook and the pull take these steps right after
 * `record`. For an event that an earlier call has left unfinished, a visit takes them from the stored bytes.
 * Each step can be repeated, and two calls at once do no harm: see flows/webhook/receive-event.ts.
 */

export const applyAndDeliver = async (
  event: EventRecord,
  identified: Identified,
  at: number,
): Promise<Receipt> => deliverAndFinish(event, await applyEvent(event, identified, at), at);

/** From this visit on, an event that cannot be applied is sent all the same; the ledger goes on trying. */
const FORWARD_FROM_VISIT = 3;

/** The steps that are left, from the stored bytes. */
export async function visitEvent(
  event: EventRecord,
  at: number,
  { nth }: { nth: number },
): Promise<"closed_already" | "finished"> {
  if (event.finishedAt !== undefined) return visitFinished(event, at);
  try {
    await resumeEvent(event, at);
  } catch (error) {
    if (nth >= FORWARD_FROM_VISIT) await makeDeliveries(event, at);
    throw error;
  }
  return "finished";
}

/** It is on the list only because an endpoint was added on request: that call may have died before its delivery. */
async function visitFinished(event: EventRecord, at: number): Promise<"closed_already" | "finished"> {
  if (event.dueSort === undefined) return "closed_already";
  // One that was redelivered late outlives its other deliveries, which would be made and sent again.
  const isOutlived = at >= event.receivedAt + EVENT_TTL_SECONDS * 1000;
  if (event.erasedAt === undefined && !isOutlived) await makeDeliveries(event, at);
  await endEventVisits(event);
  return "finished";
}

/** For an event that an earlier call has left unfinished. */
export async function resumeEvent(unfinished: EventRecord, at: number): Promise<Receipt> {
  if (unfinished.source === "service") return finishOwnEvent(unfinished, at);
  const rawBody = readableBody(unfinished);
  if (rawBody) return applyAndDeliver(unfinished, await identifyRecorded(unfinished, rawBody, at), at);
  // Nothing can be applied of damaged bytes. Its deliveries end dead, with a reason.
  reportNotUnderstood(unfinished);
  return deliverAndFinish(unfinished, { kind: "not_understood" }, at);
}

async function identifyRecorded(recorded: EventRecord, rawBody: Uint8Array, at: number): Promise<Identified> {
  const event = parseEvent(rawBody);
  const identified = await identifyEvent({ event, source: recorded.source, at, isRecorded: true });
  if (identified.kind === "not_for_us")
    throw new Error(`The recorded event no longer belongs to this service (${identified.because}).`);
  if (identified.kind === "too_early") throw tooEarly(event);
  return identified;
}

// apply

/** The payment, the merchant's account or the payout follows the processor. */
async function applyEvent(event: EventRecord, identified: Identified, at: number): Promise<AppliedEvent> {
  const applied = await applySubject(event, identified, at).catch((error) => classify(error, identified));
  note({ outcome: applied.kind });
  if (applied.kind === "not_understood") reportNotUnderstood(identified.event);
  return applied;
}

async function applySubject(event: EventRecord, identified: Identified, at: number): Promise<AppliedEvent> {
  const { merchant, accountId, about, source } = identified;
  switch (about.kind) {
    case "payment":
      return applyToPayment(about.subject, { ...about, source, at });
    case "account":
      if (merchant.account?.processorAccountId !== accountId) return { kind: "not_about_a_payment" };
      await syncAccount(merchant, { isTold: () => callbacksShowAccount(event) });
      return { kind: "applied" };
    case "payout": {
      // Not only of the account that the merchant has now: a former one is still paid out.
      const { before, now: after } = await syncPayout(
        { merchantId: merchant.merchantId, accountId },
        about.payoutId,
        at,
      );
      // Also where nothing has changed: an earlier try may have died here.
      await upsertPayoutAttention(after, at);
      return { kind: isDeepStrictEqual(before?.facts, after.facts) ? "unchanged" : "applied" };
    }
    default:
      return { kind: about.as };
  }
}

/**
 * Whether the event's own callbacks will show the account as it is now, to every endpoint that chose it by now. Those that
 * were made before the event could be applied do not, and an endpoint that was added since is not among them.
 */
async function callbacksShowAccount(event: EventRecord): Promise<boolean> {
  const { type, endpoints = [] } = event;
  if (type !== ("account.updated" satisfies EventType)) return false;
  const chosen = (await findChosen(event)) ?? [];
  if (!chosen.every((endpointId) => endpoints.includes(endpointId))) return false;
  return (await findDeliveriesOf([event])).length === 0;
}

/** What the processor does not know of a fresh event it may know a moment later. */
async function classify(error: unknown, { event, accountId, isFresh }: Identified): Promise<AppliedEvent> {
  const { kind } = await classifyReadFailure(error, accountId);
  if (kind === "passing") throw error;
  if (kind !== "missing") return { kind };
  if (isFresh) throw tooEarly(event);
  return { kind: UNKNOWN[event.subject.kind] ?? "unknown_payment" };
}

const UNKNOWN: Record<string, Applied> = { dispute: "unknown_dispute", payout: "unknown_payout" };

function reportNotUnderstood({ eventId, type }: { eventId: string; type: string }): void {
  count("EventsNotUnderstood");
  log("error", "an event is not understood", { eventId, eventType: type });
}

// events that were finished

/**
 * For an operator who doubts what became of an event: apply once more, and a note of what it has done. An unfinished
 * event takes all the steps that are left. Of a finished one no endpoint is sent anything again.
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
  await applyAgain(event, await identifyRecorded(event, eventBody(event), at), at);
}

/** The event stays as it was recorded and told. What changes on its payment is told as an update of the payment. */
async function applyAgain(event: EventRecord, identified: Identified, at: number): Promise<void> {
  const { facts, kind } = await applyEvent(event, identified, at);
  // A dispute that was out of reach could not be shown to the platform.
  if (isUnmatched(event)) await reportToPlatform(event, facts?.refund);
  await finishEvent(event, { ...facts, applied: kind, finishedAt: event.finishedAt ?? at });
}

/** The payment may exist by now, or the account be reachable. */
const UNMATCHED: readonly Applied[] = ["unknown_payment", "not_this_payment", "out_of_reach"];

/** Nothing of it was applied, for a reason that may have passed. */
export const isUnmatched = ({ applied, erasedAt }: EventRecord): boolean =>
  applied !== undefined && UNMATCHED.includes(applied) && erasedAt === undefined;

/**
 * After a restore an event may come in before its payment is rebuilt: nothing of it is applied then, and its callback, if
 * it has one, names no payment. While the service runs with another platform's API key nothing can be applied either. Once
 * the ledger has the payment, and the processor answers for it, the event is applied.
 */
export async function retryUnmatched(event: EventRecord, at: number): Promise<void> {
  const rawBody = readableBody(event);
  if (!rawBody) return;
  const { source } = event;
  const identified = await identifyEvent({ event: parseEvent(rawBody), source, at, isRecorded: true });
  if (identified.kind === "identified" && identified.about.kind === "payment")
    await applyAgain(event, identified, at);
}
