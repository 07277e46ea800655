import {
  endpointIdsOf,
  FIRST_ENDPOINT_ID,
  MAX_ENDPOINTS_OF_EVENT,
  receiverAt,
  requireEnabledCallback,
  requireEndpoint,
} from "../../domain/events/callback-endpoint.ts";
import {
  extendedLife,
  isOwnEvent,
  judgeRedelivery,
  type RedeliveryRejection,
} from "../../domain/events/event.ts";
import { ALL_ENDPOINTS } from "../../domain/events/recovery.ts";
import { bodyFor } from "../../domain/events/service-payload.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import { addEndpoint, createDelivery, findDelivery, keepEventFor } from "../../ledger/deliveries.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import { deliverAgain } from "../deliveries/start-delivery.ts";
import { resumeEvent } from "../events/resume-event.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { getEvent } from "./get-event.ts";

/**
 * A merchant, or an operator for it, wants an event again: from the ledger, with eight fresh attempts and the same
 * Svc-Event-Id. One that is on its way is left alone; one whose message never reached the queue is not on its way.
 * An operator may insist on a waiting one too (`pendingToo`), but not while it is being sent.
 */
export async function redeliverEvent(
  merchant: Merchant,
  eventId: string,
  { endpointId, ...redelivery }: Redelivery & { endpointId?: string | undefined },
): Promise<void> {
  const event = await getEvent(merchant.merchantId, eventId);
  if (endpointId === ALL_ENDPOINTS) return redeliverToAll(merchant, event, redelivery);
  if (endpointId === undefined || endpointId === FIRST_ENDPOINT_ID)
    return redeliverToFirst(merchant, event, redelivery);
  return redeliverToFurther(merchant, event, { ...redelivery, endpointId });
}

type Redelivery = Change & { force: boolean; pendingToo?: boolean };

/**
 * To every endpoint that can get it now and is told of it: force does not make one choose the event. Only if there is none,
 * the reason of the first one's rejection is answered.
 */
async function redeliverToAll(merchant: Merchant, event: EventRecord, redelivery: Redelivery): Promise<void> {
  const rejections: unknown[] = [];
  if (endpointIdsOf(merchant).length === 0) requireEnabledCallback(merchant);
  const { delivery, endpoints = [] } = event;
  const isTold = (id: string) => (id === FIRST_ENDPOINT_ID ? delivery !== "none" : endpoints.includes(id));
  const ids = endpointIdsOf(merchant).filter(isTold);
  if (ids.length === 0) throw new Failure("not_redeliverable", REASONS.chosen_by_none);
  for (const endpointId of ids) {
    const sent =
      endpointId === FIRST_ENDPOINT_ID
        ? redeliverToFirst(merchant, event, redelivery)
        : redeliverToFurther(merchant, event, { ...redelivery, endpointId });
    await sent.catch((error: unknown) => {
      if (!isFailure(error, "not_redeliverable", "no_callback_endpoint")) throw error;
      rejections.push(error);
    });
  }
  if (rejections.length === ids.length) throw rejections[0];
}

/** Its own eight attempts. An endpoint that did not choose the event, or is newer, gets it with force. */
async function redeliverToFurther(
  merchant: Merchant,
  event: EventRecord,
  { endpointId, force, pendingToo = false, ...change }: Redelivery & { endpointId: string },
): Promise<void> {
  const { eventId, merchantId } = event;
  requireEndpoint(merchant, endpointId);
  const receiver = receiverAt(merchant, endpointId);
  requireEnabledCallback(receiver);
  if (bodyFor(event, receiver) === "none") throw new Failure("not_redeliverable", REASONS.not_shown);
  requireRoomFor(endpointId, event);
  const delivery = await findDelivery(eventId, endpointId);
  requireRedeliverable({ ...(delivery ?? { ...event, delivery: "none" }), force, pendingToo });
  await recordAudit(merchantId, { action: "redeliver-event", subject: `${eventId}/${endpointId}` }, change);
  if (event.finishedAt === undefined && !isOwnEvent(event)) await resumeEvent(event, change.at);
  const standing = await findDelivery(eventId, endpointId);
  if (!standing) return deliverFirst(event, endpointId, change.at);
  // What had no delivery yet has got it by the steps that were left.
  if (!delivery) return;
  if (!(await deliverAgain(standing, change.at))) throw new Failure("not_redeliverable", REASONS.on_its_way);
}

function requireRoomFor(endpointId: string, { endpoints = [] }: EventRecord): void {
  if (endpoints.includes(endpointId) || endpoints.length < MAX_ENDPOINTS_OF_EVENT) return;
  const message = `The event was sent to ${MAX_ENDPOINTS_OF_EVENT} endpoints already, counting deleted ones.`;
  throw new Failure("invalid_request", message);
}

/** The event names the endpoint first: what it does not name is neither shown nor erased with it. */
async function deliverFirst(event: EventRecord, endpointId: string, at: number): Promise<void> {
  await keepEventFor(event, at);
  await addEndpoint(event, endpointId);
  const made = await createDelivery({ ...event, expiresAt: extendedLife(event, at) }, endpointId, at);
  const delivery = made.written ? made.item : made.existing;
  if (delivery) await sendCallback(delivery);
}

type Judged = Parameters<typeof judgeRedelivery>[0] & { force: boolean; pendingToo: boolean };

function requireRedeliverable({ force, pendingToo, ...event }: Judged): void {
  const judged = judgeRedelivery(event, force);
  const verdict = judged === "on_its_way" && force && pendingToo ? "send" : judged;
  if (verdict !== "send") throw new Failure("not_redeliverable", REASONS[verdict]);
}

async function redeliverToFirst(
  merchant: Merchant,
  event: EventRecord,
  { force, pendingToo = false, ...change }: Redelivery,
): Promise<void> {
  const { eventId } = event;
  requireEnabledCallback(merchant);
  if (bodyFor(event, merchant) === "none") throw new Failure("not_redeliverable", REASONS.not_shown);
  requireRedeliverable({ ...event, force, pendingToo });
  await recordAudit(merchant.merchantId, { action: "redeliver-event", subject: eventId }, change);
  // What was never applied is applied first: the merchant must not hear of what the ledger does not know.
  if (event.finishedAt === undefined && !isOwnEvent(event)) {
    const { forwarded } = await resumeEvent(event, change.at);
    // What had no callback yet has been sent by these steps; what has had one is sent again.
    if (forwarded || event.delivery === "held") return;
  }
  if (!(await deliverAgain(event, change.at))) throw new Failure("not_redeliverable", REASONS.on_its_way);
}

const REASONS: Record<RedeliveryRejection | "not_shown" | "chosen_by_none", string> = {
  chosen_by_none: 'No endpoint chose this event. Name one, and send {"force": true} to deliver it there.',
  not_shown: "The service payload does not cover this event: it is not about a payment of this service.",
  on_its_way: "The event is already being delivered.",
  delivered_already: 'The event was delivered. Send {"force": true} to deliver it again.',
  not_chosen:
    'The endpoint did not choose this event type, or was added after the event. Send {"force": true} to deliver it anyway.',
  not_deliverable: "Events of this type are never delivered.",
};
