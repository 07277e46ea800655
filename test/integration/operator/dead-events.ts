import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-delivery.ts";
import { deadShardOf, timeSort } from "../../../shared/ledger/table.ts";
import { deliveryItem, eventItem } from "../../support/event-item.ts";
import type { Desk } from "./desk.ts";

const TABLE_BATCH = 25;
const QUEUE_BATCH = 10;

/** Many dead deliveries at once, each with its event and its letter, as an outage of a day would leave them. Answers their ids. */
export async function putDeadEvents(
  desk: Desk,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  count: number,
): Promise<string[]> {
  const { TABLE_NAME = "", DEAD_LETTER_QUEUE_URL: QueueUrl } = desk.variables;
  const events = Array.from({ length: count }, (_, index) => aDeadEvent({ merchantId, endpointId }, index));
  for (const batch of inBatches(events.flat(), TABLE_BATCH)) {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    await desk.table.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }));
  }
  const ids = events.map(([{ eventId }]) => eventId);
  for (const batch of inBatches(ids, QUEUE_BATCH)) {
    const Entries = batch.map((eventId, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify({ eventId, endpointId, deliveryRound: 1 }),
      MessageGroupId: merchantId,
    }));
    await desk.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
  return ids;
}

function aDeadEvent({ merchantId, endpointId }: { merchantId: string; endpointId: string }, index: number) {
  const eventId = `evt_dead${String(index).padStart(6, "0")}`;
  const receivedAt = Date.now() - 86_400_000 + index;
  const stored = { delivery: "dead", receivedAt } as const;
  const dead = {
    attempts: MAX_ATTEMPTS,
    ...{ diedAt: receivedAt, deadLetteredAt: receivedAt },
    deadShard: deadShardOf(eventId),
    deadSort: `${merchantId}/${endpointId}#${timeSort(receivedAt, eventId)}`,
  };
  return [
    { ...eventItem({ eventId, merchantId }, stored), endpoints: [endpointId] },
    { ...deliveryItem({ eventId, merchantId, endpointId }, stored), ...dead },
  ] as const;
}

const inBatches = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
