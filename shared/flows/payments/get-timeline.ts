import { listPaymentEvents } from "../../ledger/event-lists.ts";
import { type EventRecord, readableBody } from "../../ledger/event-record.ts";
import type { PaymentRecord } from "../../ledger/payments.ts";
import { type TimelineEntry, timelineOf } from "../../views/timeline.ts";

/** More events than this on one payment are cut off at the oldest. */
const MAX_EVENTS = 200;

/** A payment's story, in one query. */
export async function getTimeline(record: PaymentRecord): Promise<TimelineEntry[]> {
  const { items } = await listPaymentEvents(record.svcPaymentId, { limit: MAX_EVENTS });
  return timelineOf(
    record,
    items.map((event) => ({ event, createdSeconds: createdSecondsOf(event) })),
  );
}

/** undefined where the body says nothing of it: it is damaged, or was emptied when its merchant was erased. */
function createdSecondsOf(event: EventRecord): number | undefined {
  const text = readableBody(event)?.toString("utf8") ?? "";
  const { created } = (text === "" ? {} : JSON.parse(text)) as { created?: unknown };
  return Number.isInteger(created) ? Number(created) : undefined;
}
