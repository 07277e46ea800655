import type { Applied } from "../../domain/events/event.ts";
import type { EventFacts, EventRecord } from "../../ledger/event-record.ts";
import { finishEvent } from "../../ledger/events.ts";
import { makeDeliveries } from "./make-deliveries.ts";
import { reportToPlatform } from "./report-to-platform.ts";

/* The steps after apply. They never ask the processor, so an event of our own takes them without its library. */

/** `forwarded`: this call has queued at least one delivery. */
export type Receipt = { received: true; forwarded: boolean };

export const NOT_FORWARDED: Receipt = { received: true, forwarded: false };

export type AppliedEvent = { kind: Applied; facts?: EventFacts };

/** Of an event of our own nothing is applied. */
export const finishOwnEvent = (event: EventRecord, at: number): Promise<Receipt> =>
  deliverAndFinish(event, { kind: event.svcPaymentId ? "unchanged" : "not_about_a_payment" }, at);

export async function deliverAndFinish(
  event: EventRecord,
  { kind, facts }: AppliedEvent,
  at: number,
): Promise<Receipt> {
  const sent = await makeDeliveries(event, at);
  await reportToPlatform(event, facts?.refund);
  await finishEvent(event, { ...facts, applied: kind, finishedAt: at });
  return { received: true, forwarded: sent > 0 };
}
