import { bodyFor } from "../../domain/events/callback-endpoint.ts";
import type { Applied } from "../../domain/events/event.ts";
import { isChoosable } from "../../domain/events/event-types.ts";
import {
  type AppliedRefund,
  createDelivery,
  type DeliveryRecord,
  type EventFacts,
  type EventRecord,
  finishEvent,
  readableBody,
} from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallbacks, sendPlatformEvent } from "../../queues/queue.ts";
import { platformEventsConfig } from "../../runtime/config.ts";
import { renderServiceEvent } from "./render-event.ts";

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

/**
 * An event's deliveries, one for each endpoint that it names: the items first, then their messages. Called before the event
 * is finished. If the function dies in between, the event is taken up again and this runs again: what stands is left alone,
 * and each item is on the due list, whose sweep sends a message that was not sent. Answers how many messages it has sent.
 */
export async function makeDeliveries(event: EventRecord, at: number): Promise<number> {
  const { endpoints = [] } = event;
  const made = await Promise.all(endpoints.map((endpointId) => makeDelivery(event, endpointId, at)));
  const pending = made.flatMap((delivery) => delivery ?? []);
  await sendCallbacks(pending);
  return pending.length;
}

/** For a disabled endpoint, too: its delivery is held when it is due. undefined: it was made before, or was erased. */
async function makeDelivery(
  event: EventRecord,
  endpointId: string,
  at: number,
): Promise<DeliveryRecord | undefined> {
  const outcome = await createDelivery(event, endpointId, at);
  if (outcome.written) return outcome.item;
  // Our own write whose reply was lost, or another call's, which may have died before its message.
  const { existing } = outcome;
  const isUnsent = existing?.delivery === "pending" && existing.attempts === 0;
  return isUnsent && existing.erasedAt === undefined ? existing : undefined;
}

/**
 * The platform's own queue, where an environment has one: every merchant's events in the service's form. Called before an
 * event is finished. If the function dies in between, the event is unfinished and taken up again, so the platform gets it
 * twice, under the same id, and never not at all. What is not about this service's payments, payouts and accounts is not
 * sent, and neither is what was erased. `refund`: as it was fetched to apply the event, which the record has only later.
 */
export async function reportToPlatform(event: EventRecord, refund?: AppliedRefund): Promise<void> {
  if (!platformEventsConfig().PLATFORM_EVENT_QUEUE_URL) return;
  const { eventId, type, merchantId, svcPaymentId } = event;
  const rawBody = readableBody(event);
  if (!isChoosable(type) || !rawBody) return;
  const merchant = await findMerchant(merchantId);
  // An event that was not finished yet keeps its bytes through an erasure, so that it can be applied.
  if (!merchant || merchant.erasedAt !== undefined) return;
  if (bodyFor(event, { payload: "service" }, merchant.account) === "none") return;
  const rendered = await renderServiceEvent({ ...event, ...(refund && { refund }) }, rawBody, merchant);
  if (rendered.kind !== "rendered") return;
  const { version = null, body } = rendered;
  const payload: unknown = JSON.parse(body.toString("utf8"));
  await sendPlatformEvent({
    eventId,
    type: rendered.type,
    merchantId,
    svcPaymentId: svcPaymentId ?? null,
    version,
    payload,
  });
}
