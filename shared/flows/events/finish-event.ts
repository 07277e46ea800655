import { isOwnEvent } from "../../domain/events/event.ts";
import { EVENT_TYPES, type EventType, isChoosable } from "../../domain/events/event-types.ts";
import { listPaymentEvents } from "../../ledger/event-lists.ts";
import { type EventRecord, readableBody } from "../../ledger/event-record.ts";
import { finishEvent, silenceEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { findCompletedPayment, findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import { findPayout } from "../../ledger/payouts.ts";
import { parseEvent } from "../../processor/events.ts";
import { sendCallback } from "../../queues/queue.ts";
import type { AppliedEvent } from "./apply-to-payment.ts";
import { reportToPlatform } from "./report-to-platform.ts";
import { deliverAgain, releaseIfEnabled } from "./start-delivery.ts";

/* The steps after apply. They never ask the processor, so an event of our own takes them without its library. */

export type Receipt = { received: true; forwarded: boolean };

export const NOT_FORWARDED: Receipt = { received: true, forwarded: false };

/** Of an event of our own nothing is applied. */
export async function finishOwnEvent(event: EventRecord, at: number): Promise<Receipt> {
  if (await isToldByAnother(event)) {
    // The other event told the platform an older version, perhaps: it was sent there before its callback.
    await reportToPlatform(event);
    if (await silenceEvent(event, at)) return NOT_FORWARDED;
  }
  return enqueueAndFinish(event, { kind: event.svcPaymentId ? "unchanged" : "not_about_a_payment" }, at);
}

const UPDATE: EventType = "payment.updated";
const UPDATES: readonly string[] = [UPDATE, "payout.updated", "account.updated"] satisfies EventType[];

/** So many of a payment's newest events are looked at. */
const LOOKED_AT = 20;

/** A change that the API made is usually told within seconds, by the processor's event of it. */
async function isToldByAnother({ type, merchantId, svcPaymentId, delivery }: EventRecord): Promise<boolean> {
  const isUpdate = type === UPDATE && delivery === "pending";
  const payment = isUpdate && (await findCompletedPayment(merchantId, svcPaymentId ?? ""));
  if (!payment) return false;
  const { items } = await listPaymentEvents(payment.svcPaymentId, { limit: LOOKED_AT });
  return items.some(
    (event) => event.delivery === "delivered" && toldVersionOf(event) >= payment.publicVersion,
  );
}

/** Of a delivered event; 0: in the processor's words, which have no version. */
const toldVersionOf = ({ log }: EventRecord): number => log.at(-1)?.version ?? 0;

export async function enqueueAndFinish(
  event: EventRecord,
  applied: AppliedEvent,
  at: number,
): Promise<Receipt> {
  const enqueued = await enqueue(event, at);
  await reportToPlatform(event, applied.facts?.refund);
  await finish(event, { applied, enqueued, at });
  return { received: true, forwarded: enqueued === "enqueued" };
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
 * An event that could not be applied for long was sent all the same, under the service payload with its payment, payout or
 * account as it was. Once it is applied that is newer, and no other event may ever come that shows it.
 */
async function deliverIfOutdated(event: EventRecord, at: number): Promise<boolean> {
  const { type, delivery } = event;
  const sentVersion = event.log.at(-1)?.version;
  // Of our own events only an update is about what is true now; a merchant may have asked for it before the write.
  const isTimeless = isOwnEvent(event) && !UPDATES.includes(type);
  if (delivery !== "delivered" || sentVersion === undefined || isTimeless) return false;
  return (await versionNow(event)) > sentVersion && deliverAgain(event, at);
}

/** Of what the event is about; 0: the ledger does not have it. */
async function versionNow(event: EventRecord): Promise<number> {
  const { type, merchantId, svcPaymentId, accountId } = event;
  const about = isChoosable(type) ? EVENT_TYPES[type].about : undefined;
  if (about === "account") {
    const account = (await findMerchant(merchantId))?.account;
    return account?.processorAccountId === accountId ? account.version : 0;
  }
  if (about === "payout") {
    const body = readableBody(event);
    const subject = body && parseEvent(body).subject;
    const payout = subject?.kind === "payout" && (await findPayout(merchantId, subject.payoutId));
    return payout ? payout.version : 0;
  }
  const record = svcPaymentId ? await findPaymentRecord(svcPaymentId) : undefined;
  return record ? toPayment(record).publicVersion : 0;
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
  // A message of another call may have been delivered while this was being applied.
  if (finished && enqueued === "enqueued") await deliverIfOutdated(finished, at);
  // The endpoint may have been enabled since the merchant was read: then the release looked for held events too early.
  if (enqueued === "held") await releaseIfEnabled(event.eventId, await findMerchant(event.merchantId), at);
}
