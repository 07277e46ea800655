import { randomUUID } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { endpointsOf } from "../../shared/domain/events/callback-endpoint.ts";
import { type DeliveryState, EVENT_TTL_SECONDS } from "../../shared/domain/events/event.ts";
import type { DeliveryRecord, EventRecord } from "../../shared/ledger/events.ts";
import type { Merchant } from "../../shared/ledger/merchants.ts";
import { eventKey, keyOf, merchantKey, pack, timeSort } from "../../shared/ledger/table.ts";
import { deliveryItem, ENDPOINT_ID } from "./event-item.ts";
import { changeItem, readItem } from "./ledger-edits.ts";
import type { LocalService } from "./local-service.ts";

/** What is given of its delivery is written there. */
export type GivenEvent = Pick<EventRecord, "eventId" | "merchantId"> &
  Partial<EventRecord> &
  Partial<Omit<DeliveryRecord, keyof EventRecord>> & { delivery: DeliveryState };

const anEventBody = (eventId: string): object => ({
  id: eventId,
  object: "event",
  type: "payment_intent.succeeded",
  data: { object: { id: "pi_1", object: "payment_intent", amount: 1000 } },
});

const BATCH = 25;

/**
 * Events as they lie in the ledger, finished, except for what is given, each with a delivery to its merchant's oldest endpoint;
 * written past every wire.
 */
export async function putEvents(service: LocalService, events: GivenEvent[]): Promise<void> {
  const { table, stack } = service;
  const items: object[] = [];
  for (const event of events) items.push(...(await itemsOf(service, event)));
  for (let start = 0; start < items.length; start += BATCH) {
    const requests = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [stack.tableName]: requests } }));
  }
}

const endpoints = new Map<string, string>();

async function endpointIdOf({ table, stack }: LocalService, merchantId: string): Promise<string> {
  const known = endpoints.get(merchantId);
  if (known) return known;
  const merchant = await readItem({ table, tableName: stack.tableName }, merchantKey(merchantId));
  const [first] = endpointsOf((merchant ?? {}) as Partial<Merchant>);
  if (!first) return ENDPOINT_ID;
  endpoints.set(merchantId, first.endpointId);
  return first.endpointId;
}

const OF_DELIVERY = [
  "delivery",
  "deliveryRound",
  "roundStartedAt",
  "attempts",
  "log",
  "nextAttemptAt",
  "diedAt",
  "deadShard",
  "deadSort",
  "deadLetteredAt",
  "leaseExpiresAt",
] as const;

async function itemsOf(service: LocalService, given: GivenEvent): Promise<object[]> {
  const { eventId, merchantId, receivedAt = Date.now(), delivery } = given;
  const endpointId = given.endpointId ?? (await endpointIdOf(service, merchantId));
  const ofDelivery = Object.fromEntries(
    OF_DELIVERY.flatMap((name) => (name in given ? [[name, given[name]]] : [])),
  );
  const ofEvent = Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => !(OF_DELIVERY as readonly string[]).includes(name) && name !== "endpointId",
    ),
  );
  const event = {
    ...eventKey(eventId),
    type: "payment_intent.succeeded",
    accountId: "acct_1",
    source: "webhook",
    traceId: `trace-${eventId}`,
    body: pack(JSON.stringify(anEventBody(eventId), null, 2)),
    ...ofEvent,
    receivedAt,
    eventSort: timeSort(receivedAt, eventId),
    expiresAt: Math.floor(receivedAt / 1000) + EVENT_TTL_SECONDS,
    applied: "applied",
    finishedAt: receivedAt,
    ...(delivery !== "none" && { endpoints: [endpointId] }),
  };
  if (delivery === "none") return [event];
  const item = {
    ...deliveryItem({ eventId, merchantId, endpointId }, { delivery, receivedAt }),
    type: event.type,
  };
  return [event, { ...item, ...(given.svcPaymentId && { svcPaymentId: given.svcPaymentId }), ...ofDelivery }];
}

/** Changes an event in the ledger, past every wire: undefined removes an attribute. */
export const changeEvent = (
  { table, stack: { tableName } }: LocalService,
  eventId: string,
  changes: Partial<Record<keyof EventRecord, unknown>>,
): Promise<void> => changeItem({ table, tableName }, eventKey(eventId), changes);

/** Changes an event's delivery to the first endpoint that it names. */
export async function changeDelivery(
  service: LocalService,
  eventId: string,
  changes: Partial<Record<keyof DeliveryRecord, unknown>>,
): Promise<void> {
  const { table, stack } = service;
  const key = keyOf((await service.deliveryItem(eventId)) as unknown as DeliveryRecord);
  await changeItem({ table, tableName: stack.tableName }, key, changes);
}

export const newEventId = (): string => `evt_${randomUUID().replaceAll("-", "")}`;

/** An event of an account, as the processor sends it. */
export const processorEvent = (
  account: string,
  type: string,
  object: object,
  created = Math.floor(Date.now() / 1000),
) => ({ id: newEventId(), object: "event", type, created, livemode: false, account, data: { object } });
