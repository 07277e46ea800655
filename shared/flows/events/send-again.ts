import { isStranded, nextGeneration } from "../../domain/events/event.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { findEvent, markEnqueued, startGeneration } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { type CallbackToSend, sendCallback } from "../../queues/queue.ts";

/** What the ledger's write gets before the message may arrive. One that arrives too early only costs a detour. */
const HEAD_START_SECONDS = 1;

/**
 * The message first, then the state. If we die in between, the event is as dead as it was and a repetition finds it;
 * the message is ahead of the ledger and waits (see deliverEvent). false: another call was faster, which is as good.
 */
export async function sendAgain(event: EventRecord, at: number): Promise<boolean> {
  await sendCallback(messageOf(event), HEAD_START_SECONDS);
  return bringBack(event, at);
}

const messageOf = (event: EventRecord): CallbackToSend => ({
  eventId: event.eventId,
  merchantId: event.merchantId,
  generation: isStranded(event) ? event.generation : nextGeneration(event),
});

const bringBack = (event: EventRecord, at: number): Promise<boolean> =>
  isStranded(event) ? markEnqueued(event, at) : startGeneration(event, at);

/**
 * Sends a held event when its merchant's endpoint is enabled. Called right after an event was held: the endpoint may
 * have been enabled in that very moment, by a call that looked for held events too early.
 */
export async function releaseIfEnabled(
  eventId: string,
  merchant: Merchant | undefined,
  at: number,
): Promise<void> {
  if (!merchant?.callback || merchant.callback.disabled) return;
  const event = await findEvent(eventId);
  if (event?.delivery === "held") await sendAgain(event, at);
}
