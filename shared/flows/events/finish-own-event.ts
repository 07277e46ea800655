import type { EventRecord } from "../../ledger/event-record.ts";
import { finishEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import { releaseIfEnabled } from "./start-delivery.ts";

/** The rest of the way into the queue of an event of our own; it may be repeated. Nothing of it is applied to anything. */
export async function finishOwnEvent(event: EventRecord, at: number): Promise<void> {
  const { eventId, merchantId, delivery, svcPaymentId } = event;
  if (delivery === "pending") await sendCallback(event);
  await finishEvent(event, {
    applied: svcPaymentId === undefined ? "not_about_a_payment" : "unchanged",
    finishedAt: at,
    ...(delivery === "pending" && { enqueuedAt: at }),
  });
  // The endpoint may have been enabled since the merchant was read.
  if (delivery === "held") await releaseIfEnabled(eventId, await findMerchant(merchantId), at);
}
