import { findEndpoint } from "../../domain/events/callback-endpoint.ts";
import { isNotEnqueued } from "../../domain/events/event.ts";
import { findDelivery, keepEventFor } from "../../ledger/deliveries.ts";
import { type CallbackRecord, isDelivery } from "../../ledger/event-record.ts";
import { findEvent, markEnqueued, startDeliveryRound } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import { describeError, log } from "../../runtime/logger.ts";

/**
 * Sends an event again: the ledger first, then the message. The ledger's write puts the event on the due list, so once
 * it stands the event is on its way, whatever becomes of us or of the queue: the sweep sends the message in that case.
 * false: another call was faster, which is as good.
 */
export async function deliverAgain(event: CallbackRecord, at: number): Promise<boolean> {
  const started = await startDelivery(event, at);
  if (!started) return false;
  await sendCallback(started).catch((error: unknown) =>
    log("warn", "a redelivery is left to the due list", describeError(error)),
  );
  return true;
}

/** Of an event that is not enqueued nothing was sent in this delivery round; any other begins the next one. */
export async function startDelivery<R extends CallbackRecord>(
  event: R,
  at: number,
  sendAt?: number,
): Promise<R | undefined> {
  if (isDelivery(event)) await keepEventFor(event, at);
  return isNotEnqueued(event) ? markEnqueued(event, at, sendAt) : startDeliveryRound(event, at, sendAt);
}

/**
 * Called right after an event was held: the endpoint may have been enabled in that moment, by a call that looked too
 * early.
 */
export async function releaseIfEnabled(
  { eventId, endpointId }: Pick<CallbackRecord, "eventId" | "endpointId">,
  merchant: Merchant | undefined,
  at: number,
): Promise<void> {
  if (!isEnabled(merchant, endpointId)) return;
  const standing = await (endpointId ? findDelivery(eventId, endpointId) : findEvent(eventId));
  if (standing?.delivery === "held") await deliverAgain(standing, at);
}

/** Without an id: the first endpoint. */
export function isEnabled(merchant: Merchant | undefined, endpointId?: string): boolean {
  const endpoint = merchant && findEndpoint(merchant, endpointId);
  return endpoint !== undefined && !endpoint.disabled;
}
