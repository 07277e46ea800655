import type { EventRecord } from "../../ledger/event-record.ts";
import { closeEnded } from "../../ledger/event-writes.ts";
import { finishEvent, silenceEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import type { AppliedEvent } from "./apply-to-payment.ts";
import { deliverIfOutdated, deliverOrClose } from "./deliver-if-outdated.ts";
import { deliverToFurther } from "./deliver-to-further.ts";
import { isToldByAnother } from "./find-told-update.ts";
import { reportToPlatform } from "./report-to-platform.ts";
import { releaseIfEnabled } from "./start-delivery.ts";

/* The steps after apply. They never ask the processor, so an event of our own takes them without its library. */

export type Receipt = { received: true; forwarded: boolean };

export const NOT_FORWARDED: Receipt = { received: true, forwarded: false };

/** Of an event of our own nothing is applied. */
export async function finishOwnEvent(event: EventRecord, at: number): Promise<Receipt> {
  if (await isToldByAnother(event)) {
    // The other event told the platform an older version, perhaps: it was sent there before its callback.
    await reportToPlatform(event);
    await deliverToFurther(event, at);
    if (await silenceEvent(event, at)) return NOT_FORWARDED;
  }
  return enqueueAndFinish(event, { kind: event.svcPaymentId ? "unchanged" : "not_about_a_payment" }, at);
}

export async function enqueueAndFinish(
  event: EventRecord,
  applied: AppliedEvent,
  at: number,
): Promise<Receipt> {
  const enqueued = await enqueue(event, at);
  await deliverToFurther(event, at);
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
      return (await deliverIfOutdated(event, event, at)) ? "enqueued" : "nothing_to_send";
  }
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
  if (finished && enqueued === "enqueued") await deliverOrClose(finished, at);
  else if (finished) await closeEnded(finished);
  // The endpoint may have been enabled since the merchant was read: then the release looked for held events too early.
  if (enqueued === "held") await releaseIfEnabled(event, await findMerchant(event.merchantId), at);
}
