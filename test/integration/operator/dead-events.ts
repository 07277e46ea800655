import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-schedule.ts";
import { pack } from "../../../shared/ledger/packed.ts";
import { deadGroupOf, deadShardOf, deliveryKey, eventKey, timeSort } from "../../../shared/ledger/table.ts";
import type { Desk } from "./desk.ts";

const TABLE_BATCH = 25;
const QUEUE_BATCH = 10;

/**
 * Many dead events at once, each with its letter, as an outage of a day would leave them. Answers their ids. Of a further
 * endpoint only its deliveries.
 */
export async function putDeadEvents(
  desk: Desk,
  merchantId: string,
  count: number,
  endpointId?: string,
): Promise<string[]> {
  const { TABLE_NAME = "", DEAD_LETTER_QUEUE_URL: QueueUrl } = desk.variables;
  const made = Array.from({ length: count }, (_, index) => aDeadEvent(merchantId, index));
  const events: DeadItem[] = endpointId ? made.map((event) => aDeadDelivery(event, endpointId)) : made;
  for (const batch of inBatches(events, TABLE_BATCH)) {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    await desk.table.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }));
  }
  for (const batch of inBatches(events, QUEUE_BATCH)) {
    const Entries = batch.map(({ eventId, deliveryRound }, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify({ eventId, deliveryRound, endpointId }),
      MessageGroupId: merchantId,
    }));
    await desk.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
  return events.map(({ eventId }) => eventId);
}

type DeadItem = Omit<ReturnType<typeof aDeadDelivery>, "endpointId">;

function aDeadEvent(merchantId: string, index: number) {
  const eventId = `evt_dead${String(index).padStart(6, "0")}`;
  const receivedAt = Date.now() - 86_400_000 + index;
  const eventSort = timeSort(receivedAt, eventId);
  return {
    ...eventKey(eventId),
    eventId,
    type: "payment_intent.succeeded",
    merchantId,
    accountId: "acct_1",
    traceId: "trace",
    body: pack(JSON.stringify({ id: eventId }), eventId),
    receivedAt,
    eventSort,
    expiresAt: Math.floor(Date.now() / 1000) + 86_400,
    delivery: "dead",
    deliveryRound: 1,
    attempts: MAX_ATTEMPTS,
    log: [],
    enqueuedAt: receivedAt,
    deadLetteredAt: receivedAt,
    applied: "applied",
    finishedAt: receivedAt,
    deadShard: deadShardOf(eventId),
    deadSort: `${merchantId}#${eventSort}`,
  };
}

function aDeadDelivery({ body: _, eventSort, ...event }: ReturnType<typeof aDeadEvent>, endpointId: string) {
  const deadSort = `${deadGroupOf(event.merchantId, endpointId)}#${eventSort}`;
  return { ...event, ...deliveryKey(event.eventId, endpointId), endpointId, deadSort };
}

const inBatches = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
