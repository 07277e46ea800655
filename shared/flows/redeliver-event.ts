import { send } from "../callbacks/queue.ts";
import { queueConfig } from "../config.ts";
import { type EventRecord, findEvent, markEnqueued, startGeneration } from "../ledger/events.ts";
import type { Merchant } from "../ledger/merchants.ts";

const { CALLBACK_QUEUE_URL } = queueConfig();

export type Redelivery = "sent" | "on_its_way" | "delivered_already" | "not_deliverable";

/**
 * Sends an event again from the ledger, with eight fresh attempts and the same Svc-Event-Id. One that is on its way
 * is left alone; one whose message never reached the queue (we died in between) is not on its way.
 */
export async function redeliverEvent(
  event: EventRecord,
  options: { force: boolean; at: number },
): Promise<Redelivery> {
  if (event.delivery === "none") return "not_deliverable";
  if (event.delivery === "delivered" && !options.force) return "delivered_already";
  if (event.delivery === "pending") {
    if (event.enqueuedAt) return "on_its_way";
    return enqueue(event, options.at);
  }
  const started = await startGeneration(event);
  return started.written ? enqueue(started.item, options.at) : "on_its_way";
}

async function enqueue(event: EventRecord, at: number): Promise<Redelivery> {
  const { eventId, generation, merchantId } = event;
  await send(CALLBACK_QUEUE_URL, { eventId, generation }, merchantId);
  await markEnqueued(event, at);
  return "sent";
}

/**
 * Sends a held event when its merchant's endpoint is enabled. Called when endpoints are enabled, and right after an
 * event was held: whoever enables the endpoint in that very moment may have looked for held events too early.
 */
export async function releaseIfEnabled(
  eventId: string,
  merchant: Merchant | undefined,
  at: number,
): Promise<void> {
  if (!merchant?.callback || merchant.callback.disabled) return;
  const event = await findEvent(eventId);
  if (event?.delivery === "held") await redeliverEvent(event, { force: false, at });
}
