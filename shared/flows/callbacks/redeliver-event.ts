import { sendCallback, sendCallbacks } from "../../callbacks/queue.ts";
import {
  type EventRecord,
  findEvent,
  isStranded,
  markEnqueued,
  nextGeneration,
  startGeneration,
} from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";

/** What the ledger's write gets before the message may arrive. One that arrives too early only costs a detour. */
const HEAD_START_SECONDS = 1;

export type Redelivery = "sent" | "on_its_way" | "delivered_already" | "not_deliverable";

/**
 * Sends an event again from the ledger, with eight fresh attempts and the same Svc-Event-Id. One that is on its way
 * is left alone; one whose message never reached the queue (we died in between) is not on its way.
 *
 * The message first, then the state. If we die in between, the event is as dead as it was and whoever repeats this
 * finds it; the message is ahead of the ledger and waits (see deliverEvent).
 */
export async function redeliverEvent(
  event: EventRecord,
  options: { force: boolean; at: number },
): Promise<Redelivery> {
  const refusal = refusalOf(event, options.force);
  if (refusal) return refusal;
  await sendCallback(messageOf(event), HEAD_START_SECONDS);
  return (await bringBack(event, options.at)) ? "sent" : "on_its_way";
}

function refusalOf(event: EventRecord, force: boolean): Exclude<Redelivery, "sent"> | undefined {
  if (event.delivery === "none") return "not_deliverable";
  if (event.delivery === "delivered" && !force) return "delivered_already";
  return event.delivery === "pending" && !isStranded(event) ? "on_its_way" : undefined;
}

const messageOf = (event: EventRecord) => ({
  eventId: event.eventId,
  merchantId: event.merchantId,
  generation: isStranded(event) ? event.generation : nextGeneration(event),
});

/** false: somebody else was faster, which is as good. */
const bringBack = (event: EventRecord, at: number): Promise<boolean> =>
  isStranded(event) ? markEnqueued(event, at) : startGeneration(event, at);

/** So many at once: hundreds a second, and when we die in between, no more than these have to be sent again. */
const PARALLEL = 100;

/**
 * Sends all that are not on their way already; answers how many. Doing it twice does no harm. Whoever sends many may
 * say how long each is to wait, so that a server that has just come back is not run over.
 */
export async function redeliverAll(
  events: EventRecord[],
  at: number,
  delaySeconds: (event: EventRecord) => number = () => 0,
): Promise<number> {
  const due = events.filter((event) => !refusalOf(event, false));
  let sent = 0;
  for (let start = 0; start < due.length; start += PARALLEL) {
    const share = due.slice(start, start + PARALLEL);
    const messages = share.map((event) => ({
      ...messageOf(event),
      delaySeconds: HEAD_START_SECONDS + delaySeconds(event),
    }));
    await sendCallbacks(messages);
    const outcomes = await Promise.all(share.map((event) => bringBack(event, at)));
    sent += outcomes.filter(Boolean).length;
  }
  return sent;
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
