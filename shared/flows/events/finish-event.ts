import { isDeepStrictEqual } from "node:util";
import type { Applied } from "../../domain/events/event.ts";
import { type EventFacts, type EventRecord, eventBody, readableBody } from "../../ledger/event-record.ts";
import { finishEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import { log, note } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { whyUnreadable } from "../../processor/unreadable.ts";
import { sendCallback } from "../../queues/queue.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { watchPayout } from "../payouts/record-failed-payout.ts";
import { syncPayout } from "../payouts/sync-payout.ts";
import { applyToPayment } from "./apply-to-payment.ts";
import { eventTooEarly, type Identified, identifyEvent } from "./identify-event.ts";
import { deliverAgain, releaseIfEnabled } from "./start-delivery.ts";

/*
 * What becomes of a recorded event: apply → enqueue → finish. The webhook takes these steps right after `record`; a visit,
 * a redelivery or a recovery takes them for an event that an earlier call has left unfinished, from the stored bytes.
 * Each step can be repeated, and two calls at once do no harm: see flows/webhook/receive-event.ts.
 */

export type Receipt = { received: true; forwarded: boolean };

export const NOT_FORWARDED: Receipt = { received: true, forwarded: false };

export async function carryOutEvent(
  event: EventRecord,
  identified: Identified,
  at: number,
): Promise<Receipt> {
  const applied = await apply(identified, at);
  note({ outcome: applied.kind });
  if (applied.kind === "too_early") throw eventTooEarly(identified.event);
  const enqueued = await enqueue(event, at);
  await finish(event, { applied, enqueued, at });
  return { received: true, forwarded: enqueued.kind === "enqueued" };
}

/** For an event that an earlier call has left unfinished. */
export async function resumeEvent(unfinished: EventRecord, at: number): Promise<Receipt> {
  const rawBody = readableBody(unfinished);
  if (!rawBody) return finishDamaged(unfinished, at);
  return carryOutEvent(unfinished, await identifyRecorded(unfinished, rawBody, at), at);
}

async function identifyRecorded(
  { source = "webhook" }: EventRecord,
  rawBody: Uint8Array,
  at: number,
): Promise<Identified> {
  const identified = await identifyEvent({ rawBody, source, at, isRecorded: true });
  if (identified.kind === "not_for_us") throw new Error("A recorded event is no longer for us.");
  if (identified.kind === "too_early") throw eventTooEarly(identified.event);
  return identified;
}

/** What is stored is not the event's bytes any more: nothing can be applied. Its delivery ends it, dead, with a reason. */
async function finishDamaged(event: EventRecord, at: number): Promise<Receipt> {
  reportNotUnderstood(event);
  const enqueued = await enqueue(event, at);
  await finish(event, { applied: { kind: "not_understood" }, enqueued, at });
  return { received: true, forwarded: enqueued.kind === "enqueued" };
}

function reportNotUnderstood({ eventId, type }: { eventId: string; type: string }): void {
  count("EventsNotUnderstood");
  log("error", "an event is not understood", { eventId, eventType: type });
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
  const identified = await identifyRecorded(event, eventBody(event), at);
  const applied = await apply(identified, at);
  if (applied.kind === "too_early") throw eventTooEarly(identified.event);
  await finishEvent(event, { ...applied.facts, applied: applied.kind, finishedAt: event.finishedAt });
}

// apply

type AppliedNow = { kind: Applied; facts?: EventFacts } | { kind: "too_early" };

async function apply(identified: Identified, at: number): Promise<AppliedNow> {
  const { event, subject, merchant, accountId } = identified;
  if (subject.kind === "payout") return applyToPayout(identified, subject.payoutId, at);
  if (subject.kind === "account" && merchant.account?.processorAccountId === accountId) {
    await syncAccount(merchant);
    return { kind: "applied" };
  }
  const applied = await applyToSubject(identified, at);
  if (applied.kind === "not_understood") reportNotUnderstood(event);
  return applied;
}

/** Not only of the account that the merchant has now: a former one is still paid out. */
async function applyToPayout(
  { merchant, accountId, isFresh }: Identified,
  payoutId: string,
  at: number,
): Promise<AppliedNow> {
  try {
    const owner = { merchantId: merchant.merchantId, accountId };
    const { before, now } = await syncPayout(owner, payoutId, at);
    // Also where nothing has changed: an earlier try may have died here.
    await watchPayout(now, at);
    return { kind: isDeepStrictEqual(before?.facts, now.facts) ? "unchanged" : "applied" };
  } catch (error) {
    const { kind } = await whyUnreadable(error, accountId);
    if (kind === "passing") throw error;
    if (kind === "missing") return { kind: isFresh ? "too_early" : "unknown_payout" };
    return { kind };
  }
}

async function applyToSubject(
  { about, subject, source, isFresh }: Identified,
  at: number,
): Promise<AppliedNow> {
  switch (about.kind) {
    case "payment": {
      const { record, intentId } = about;
      const applied = await applyToPayment(toPayment(record), { intentId, subject, source, at });
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

async function enqueue(event: EventRecord, at: number): Promise<Enqueued> {
  const { eventId, generation, merchantId, delivery } = event;
  if (delivery === "held") return { kind: "held" };
  if (delivery === "pending") await sendCallback({ eventId, generation, merchantId });
  else if (!(await wasToldTooEarly(event)) || !(await deliverAgain(event, at)))
    return { kind: "nothing_to_send" };
  return { kind: "enqueued", at };
}

/**
 * A merchant hears of an event that cannot be applied for long, under the service payload with the payment as it was.
 * Once it is applied there is more to tell, and no other event may ever come that tells it.
 */
async function wasToldTooEarly({ delivery, log, svcPaymentId }: EventRecord): Promise<boolean> {
  const toldVersion = log.at(-1)?.version;
  if (delivery !== "delivered" || toldVersion === undefined || svcPaymentId === undefined) return false;
  const record = await findPaymentRecord(svcPaymentId);
  return record !== undefined && toPayment(record).revision > toldVersion;
}

// finish

type Finish = { applied: { kind: Applied; facts?: EventFacts }; enqueued: Enqueued; at: number };

async function finish(event: EventRecord, { applied, enqueued, at }: Finish): Promise<void> {
  const enqueuedAt = enqueued.kind === "enqueued" ? enqueued.at : undefined;
  const { eventId, merchantId } = event;
  const done = { ...applied.facts, applied: applied.kind, finishedAt: at, enqueuedAt };
  const finished = await finishEvent(event, done);
  // A message was on its way before: it may have been delivered while this was being applied.
  if (finished && event.enqueuedAt !== undefined && event.delivery === "pending")
    if (await wasToldTooEarly(finished)) await deliverAgain(finished, at);
  // The endpoint may have been enabled since the merchant was read: then the release looked for held events too early.
  if (enqueued.kind === "held") await releaseIfEnabled(eventId, await findMerchant(merchantId), at);
}
