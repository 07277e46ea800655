import {
  bodyFor,
  type CallbackEndpoint,
  findEndpoint,
  MAX_ENDPOINTS_OF_EVENT,
  requireEnabled,
  requireEndpoint,
  requireNamedOrOnly,
} from "../../domain/events/callback-endpoint.ts";
import { judgeRedelivery, type RedeliveryRejection } from "../../domain/events/event.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import { findDelivery } from "../../ledger/attempts.ts";
import { addEndpoint, extendedLife, keepEventFor } from "../../ledger/deliveries.ts";
import { createDelivery, type EventRecord } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import { deliverAgain } from "../deliveries/finish-delivery.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { getEvent } from "./get-event.ts";

type Redelivery = Change & { force: boolean; pendingToo?: boolean };

/**
 * A merchant, or an operator for it, wants an event again: from the ledger, with eight fresh attempts and the same
 * Svc-Event-Id. One that is on its way is left alone. An operator may insist on a waiting one too (`pendingToo`), but not
 * while it is being sent. Without an endpoint it goes to every one that the event names and that can get it now; only if
 * there is none, the first one's rejection is answered.
 */
export async function redeliverEvent(
  merchant: Merchant,
  eventId: string,
  { endpointId, ...redelivery }: Redelivery & { endpointId?: string | undefined },
): Promise<void> {
  const event = await getEvent(merchant.merchantId, eventId);
  const endpoints = receiversOf(merchant, event, endpointId);
  const rejections: unknown[] = [];
  for (const endpoint of endpoints) {
    await redeliverTo(endpoint, { merchant, event, ...redelivery }).catch((error: unknown) => {
      if (!isFailure(error, "not_redeliverable", "no_callback_endpoint")) throw error;
      rejections.push(error);
    });
  }
  if (rejections.length === endpoints.length) throw rejections[0];
}

/** What no endpoint chose goes to the only one there is, by force. */
function receiversOf(
  merchant: Merchant,
  { endpoints = [] }: EventRecord,
  endpointId: string | undefined,
): CallbackEndpoint[] {
  if (endpointId !== undefined) return [requireEndpoint(merchant, endpointId)];
  const named = endpoints.flatMap((id) => findEndpoint(merchant, id) ?? []);
  return named.length > 0 ? named : [requireNamedOrOnly(merchant)];
}

async function redeliverTo(
  endpoint: CallbackEndpoint,
  {
    merchant,
    event,
    force,
    pendingToo = false,
    ...change
  }: Redelivery & { merchant: Merchant; event: EventRecord },
): Promise<void> {
  const { eventId, merchantId } = event;
  const { endpointId } = endpoint;
  requireEnabled(endpoint);
  if (bodyFor(event, endpoint, merchant.account) === "none") throw rejection("not_shown");
  requireRoomFor(endpointId, event);
  const delivery = await findDelivery(eventId, endpointId);
  const judged = judgeRedelivery(event, delivery, force);
  const isInsisted = judged === "on_its_way" && force && pendingToo && delivery !== undefined;
  if (judged !== "send" && !isInsisted) throw rejection(judged);
  await recordAudit(merchantId, { action: "redeliver-event", subject: `${eventId}/${endpointId}` }, change);
  if (!delivery) return deliverFirst(event, endpointId, change.at);
  if (!(await deliverAgain(delivery, change.at))) throw rejection("on_its_way");
}

function requireRoomFor(endpointId: string, { endpoints = [] }: EventRecord): void {
  if (endpoints.includes(endpointId) || endpoints.length < MAX_ENDPOINTS_OF_EVENT) return;
  const message = `The event was sent to ${MAX_ENDPOINTS_OF_EVENT} endpoints already, counting deleted ones.`;
  throw new Failure("invalid_request", message);
}

/** The event names the endpoint first: what it does not name is neither shown nor erased with it. */
async function deliverFirst(event: EventRecord, endpointId: string, at: number): Promise<void> {
  await keepEventFor(event, at);
  await addEndpoint(event, endpointId, at);
  const outcome = await createDelivery({ ...event, expiresAt: extendedLife(event, at) }, endpointId, at);
  const delivery = outcome.written ? outcome.item : outcome.existing;
  if (delivery) await sendCallback(delivery);
}

const rejection = (reason: keyof typeof REASONS): Failure =>
  new Failure("not_redeliverable", REASONS[reason]);

const REASONS: Record<RedeliveryRejection | "not_shown", string> = {
  not_shown: "The service payload does not cover this event: it is not about a payment of this service.",
  on_its_way: "The event is already being delivered.",
  delivered_already: 'The event was delivered. Send {"force": true} to deliver it again.',
  not_chosen:
    'The endpoint did not choose this event type, or was added after the event. Send {"force": true} to deliver it anyway.',
  not_deliverable: "Events of this type are never delivered.",
};
