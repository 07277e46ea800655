import type { DeliveryState } from "../../shared/domain/events/event.ts";
import type { DueAttributes } from "../../shared/ledger/due.ts";
import { pack } from "../../shared/ledger/packed.ts";
import { eventKey, type Key, timeSort } from "../../shared/ledger/table.ts";

export type StoredEvent = { delivery: DeliveryState; receivedAt: number; due?: DueAttributes };

/** A finished event as it lies in the ledger; on the due list where a place is given. */
export const eventItem = (
  { eventId, merchantId }: { eventId: string; merchantId: string },
  { delivery, receivedAt, due }: StoredEvent,
): Key & Record<string, unknown> => ({
  ...eventKey(eventId),
  eventId,
  merchantId,
  type: "payment_intent.succeeded",
  accountId: "acct_1",
  source: "webhook",
  traceId: "trace",
  body: pack(JSON.stringify({ id: eventId })),
  delivery,
  receivedAt,
  eventSort: timeSort(receivedAt, eventId),
  expiresAt: Math.floor(receivedAt / 1000) + 90 * 86_400,
  generation: 1,
  attempts: 0,
  log: [],
  applied: "applied",
  finishedAt: receivedAt,
  enqueuedAt: receivedAt,
  ...due,
});
