import type { DeliveryState } from "../../shared/domain/events/event.ts";
import { sha256Hex } from "../../shared/domain/id.ts";
import type { DeliveryRecord, EventRecord } from "../../shared/ledger/events.ts";
import type { DueAttributes } from "../../shared/ledger/table.ts";
import { deliveryKey, eventKey, pack, timeSort } from "../../shared/ledger/table.ts";

export type StoredEvent = { delivery: DeliveryState; receivedAt: number; due?: DueAttributes };

/** Of a merchant that a test puts into a made-up ledger. */
export const endpointIdOf = (merchantId: string): string => `ep_${sha256Hex(merchantId).slice(0, 16)}`;

export const ENDPOINT_ID = endpointIdOf("mer_1");

/** A finished event as it lies in the ledger, to one endpoint, or without a callback. */
export const eventItem = (
  { eventId, merchantId }: { eventId: string; merchantId: string },
  { delivery, receivedAt }: StoredEvent,
): EventRecord => ({
  ...eventKey(eventId),
  eventId,
  merchantId,
  type: "payment_intent.succeeded",
  accountId: "acct_1",
  source: "webhook",
  traceId: "trace",
  body: pack(JSON.stringify({ id: eventId })),
  receivedAt,
  eventSort: timeSort(receivedAt, eventId),
  expiresAt: Math.floor(receivedAt / 1000) + 90 * 86_400,
  applied: "applied",
  finishedAt: receivedAt,
  ...(delivery !== "none" && { endpoints: [endpointIdOf(merchantId)] }),
});

/** Its delivery; on the due list where a place is given. */
export const deliveryItem = (
  {
    eventId,
    merchantId,
    endpointId = endpointIdOf(merchantId),
  }: { eventId: string; merchantId: string; endpointId?: string },
  { delivery, receivedAt, due }: StoredEvent,
): DeliveryRecord => ({
  ...deliveryKey(eventId, endpointId),
  eventId,
  merchantId,
  endpointId,
  type: "payment_intent.succeeded",
  traceId: "trace",
  receivedAt,
  deliverySort: timeSort(receivedAt, eventId),
  expiresAt: Math.floor(receivedAt / 1000) + 90 * 86_400,
  delivery,
  deliveryRound: 1,
  roundStartedAt: receivedAt,
  attempts: 0,
  log: [],
  ...due,
});
