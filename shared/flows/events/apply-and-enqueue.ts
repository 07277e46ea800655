import { isDeepStrictEqual } from "node:util";
import type { Applied } from "../../domain/events/event.ts";
import { isOwnEvent } from "../../domain/events/event-types.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { finishEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import { log, note } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { sendCallback } from "../../queues/queue.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { watchPayout } from "../payouts/record-failed-payout.ts";
import { syncPayout } from "../payouts/sync-payout.ts";
import { type AppliedEvent, applyToPayment } from "./apply-to-payment.ts";
import { type Identified, notKnownYet } from "./identify-event.ts";
import { deliverAgain, releaseIfEnabled } from "./start-delivery.ts";

/*
 * What becomes of a recorded event: apply → enqueue → finish. The webhook and the pull take these steps right after
 * `record`; a visit, a redelivery or a recovery takes them for an event that an earlier call has left unfinished.
 * Each step can be repeated, and two calls at once do no harm: see flows/webhook/receive-event.ts.
 */

export type Receipt = { received: true; forwarded: boolean };

export const NOT_FORWARDED: Receipt = { received: true, forwarded: false };

export const applyAndEnqueue = async (
  event: EventRecord,
  identified: Identified,
  at: number,
): Promise<Receipt> => enqueueAndFinish(event, await applyEvent(identified, at), at);

/** Of an event of our own nothing is applied. */
export const finishOwnEvent = (event: EventRecord, at: number): Promise<Receipt> =>
  enqueueAndFinish(event, { kind: event.svcPaymentId ? "unchanged" : "not_about_a_payment" }, at);

export async function enqueueAndFinish(
  event: EventRecord,
  applied: AppliedEvent,
  at: number,
): Promise<Receipt> {
  const enqueued = await enqueue(event, at);
  await finish(event, { applied, enqueued, at });
  return { received: true, forwarded: enqueued === "enqueued" };
}

// apply

/** The payment, the merchant's account or the payout follows the processor. */
export async function applyEvent(identified: Identified, at: number): Promise<AppliedEvent> {
  const applied = await applySubject(identified, at).catch((error) => classify(error, identified));
  note({ outcome: applied.kind });
  if (applied.kind === "not_understood") reportNotUnderstood(identified.event);
  return applied;
}

async function applySubject(identified: Identified, at: number): Promise<AppliedEvent> {
  const { merchant, accountId, about, source } = identified;
  switch (about.kind) {
    case "payment":
      return applyToPayment(about.subject, { ...about, source, at });
    case "account":
      if (merchant.account?.processorAccountId !== accountId) return { kind: "not_about_a_payment" };
      await syncAccount(merchant);
      return { kind: "applied" };
    case "payout": {
      // Not only of the account that the merchant has now: a former one is still paid out.
      const { before, now } = await syncPayout(
        { merchantId: merchant.merchantId, accountId },
        about.payoutId,
        at,
      );
      // Also where nothing has changed: an earlier try may have died here.
      await watchPayout(now, at);
      return { kind: isDeepStrictEqual(before?.facts, now.facts) ? "unchanged" : "applied" };
    }
    default:
      return { kind: about.as };
  }
}

/** What the processor does not know of a fresh event it may know a moment later. */
async function classify(error: unknown, { event, accountId, isFresh }: Identified): Promise<AppliedEvent> {
  const { kind } = await classifyReadFailure(error, accountId);
  if (kind === "passing") throw error;
  if (kind !== "missing") return { kind };
  if (isFresh) throw notKnownYet(event);
  return { kind: UNKNOWN[event.subject.kind] ?? "unknown_payment" };
}

const UNKNOWN: Record<string, Applied> = { dispute: "unknown_dispute", payout: "unknown_payout" };

export function reportNotUnderstood({ eventId, type }: { eventId: string; type: string }): void {
  count("EventsNotUnderstood");
  log("error", "an event is not understood", { eventId, eventType: type });
}

// enqueue

type Enqueued = "enqueued" | "held" | "nothing_to_send";

async function enqueue(event: EventRecord, at: number): Promise<Enqueued> {
  switch (event.delivery) {
    case "pending":
      await sendCallback(event);
      return "enqueued";
    case "held":
      return "held";
    default:
      return (await deliverIfOutdated(event, at)) ? "enqueued" : "nothing_to_send";
  }
}

/**
 * An event that could not be applied for long was sent all the same, under the service payload with the payment as it was.
 * Once it is applied the payment is newer, and no other event may ever come that shows it.
 */
async function deliverIfOutdated(event: EventRecord, at: number): Promise<boolean> {
  const { type, delivery, svcPaymentId } = event;
  const sentVersion = event.log.at(-1)?.version;
  if (delivery !== "delivered" || sentVersion === undefined || !svcPaymentId || isOwnEvent(type))
    return false;
  const record = await findPaymentRecord(svcPaymentId);
  const isOutdated = record !== undefined && toPayment(record).publicVersion > sentVersion;
  return isOutdated && deliverAgain(event, at);
}

// finish

type Finish = { applied: AppliedEvent; enqueued: Enqueued; at: number };

async function finish(event: EventRecord, { applied, enqueued, at }: Finish): Promise<void> {
  const finished = await finishEvent(event, {
    ...applied.facts,
    applied: applied.kind,
    finishedAt: at,
    enqueuedAt: enqueued === "enqueued" ? at : undefined,
  });
  // A message was on its way before: it may have been delivered while this was being applied.
  const mayBeOutdated = event.enqueuedAt !== undefined && event.delivery === "pending";
  if (finished && mayBeOutdated) await deliverIfOutdated(finished, at);
  // The endpoint may have been enabled since the merchant was read: then the release looked for held events too early.
  if (enqueued === "held") await releaseIfEnabled(event.eventId, await findMerchant(event.merchantId), at);
}
