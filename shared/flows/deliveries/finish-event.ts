import type { Applied } from "../../domain/events/event.ts";
import type { EventFacts, EventRecord } from "../../ledger/event-record.ts";
import { closeEnded } from "../../ledger/event-writes.ts";
import { finishEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import { deliverToFurther } from "./deliver-to-further.ts";
import { reportToPlatform } from "./report-to-platform.ts";
import { releaseIfEnabled } from "./start-delivery.ts";

/* The steps after apply. They never ask the processor, so an event of our own takes them without its library. */

export type Receipt = { received: true; forwarded: boolean };

export const NOT_FORWARDED: Receipt = { received: true, forwarded: false };

/** What became of an event in the ledger. */
export type AppliedEvent = { kind: Applied; facts?: EventFacts };

/** Of an event of our own nothing is applied. */
export const finishOwnEvent = (event: EventRecord, at: number): Promise<Receipt> =>
  enqueueAndFinish(event, { kind: event.svcPaymentId ? "unchanged" : "not_about_a_payment" }, at);

export async function enqueueAndFinish(
  event: EventRecord,
  applied: AppliedEvent,
  at: number,
): Promise<Receipt> {
  const forwarded = event.delivery === "pending";
  if (forwarded) await sendCallback(event);
  await deliverToFurther(event, at);
  await reportToPlatform(event, applied.facts?.refund);
  const finished = await finishEvent(event, {
    ...applied.facts,
    applied: applied.kind,
    finishedAt: at,
    enqueuedAt: forwarded ? at : undefined,
  });
  // A message of another call may have been delivered while this was being applied.
  if (finished) await closeEnded(finished);
  // The endpoint may have been enabled since the merchant was read: then the release looked for held events too early.
  if (event.delivery === "held") await releaseIfEnabled(event, await findMerchant(event.merchantId), at);
  return { received: true, forwarded };
}
