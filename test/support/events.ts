import { randomUUID } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type DeliveryState, EVENT_TTL_SECONDS } from "../../shared/domain/events/event.ts";
import type { EventRecord } from "../../shared/ledger/event-record.ts";
import { pack } from "../../shared/ledger/packed.ts";
import { eventKey, timeSort } from "../../shared/ledger/table.ts";
import { changeItem } from "./ledger-edits.ts";
import type { LocalService } from "./local-service.ts";

export type GivenEvent = Pick<EventRecord, "eventId" | "merchantId"> &
  Partial<EventRecord> & { delivery: DeliveryState };

export const anEventBody = (eventId: string): object => ({
  id: eventId,
  object: "event",
  type: "payment_intent.succeeded",
  data: { object: { id: "pi_1", object: "payment_intent", amount: 1000 } },
});

const BATCH = 25;

/** Events as they lie in the ledger, finished, except for what is given; written past every wire. */
export async function putEvents({ table, stack }: LocalService, events: GivenEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += BATCH) {
    const requests = events
      .slice(start, start + BATCH)
      .map((event) => ({ PutRequest: { Item: toItem(event) } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [stack.tableName]: requests } }));
  }
}

function toItem(given: GivenEvent): EventRecord {
  const { eventId, receivedAt = Date.now(), delivery } = given;
  const isQueued = delivery !== "none" && delivery !== "held";
  return {
    ...eventKey(eventId),
    type: "payment_intent.succeeded",
    accountId: "acct_1",
    source: "webhook",
    traceId: `trace-${eventId}`,
    body: pack(JSON.stringify(anEventBody(eventId), null, 2)),
    ...given,
    receivedAt,
    eventSort: timeSort(receivedAt, eventId),
    expiresAt: Math.floor(receivedAt / 1000) + EVENT_TTL_SECONDS,
    generation: 1,
    attempts: 0,
    log: [],
    applied: "applied",
    finishedAt: receivedAt,
    ...(isQueued && { enqueuedAt: receivedAt }),
  };
}

/** Changes an event in the ledger, past every wire: undefined removes an attribute. */
export const changeEvent = (
  { table, stack: { tableName } }: LocalService,
  eventId: string,
  changes: Partial<Record<keyof EventRecord, unknown>>,
): Promise<void> => changeItem({ table, tableName }, eventKey(eventId), changes);

export const newEventId = (): string => `evt_${randomUUID().replaceAll("-", "")}`;

/** An event of an account, as the processor sends it. */
export const processorEvent = (
  account: string,
  type: string,
  object: object,
  created = Math.floor(Date.now() / 1000),
) => ({ id: newEventId(), object: "event", type, created, livemode: false, account, data: { object } });
