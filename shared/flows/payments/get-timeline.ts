import { listPaymentEvents } from "../../ledger/event-lists.ts";
import { type EventRecord, eventBody } from "../../ledger/event-record.ts";
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

/** undefined where the body says nothing of it: that of an erased merchant's event was emptied. */
function createdSecondsOf(event: EventRecord): number | undefined {
  const text = eventBody(event).toString("utf8");
  const { created } = (text === "" ? {} : JSON.parse(text)) as { created?: unknown };
  return Number.isInteger(created) ? Number(created) : undefined;
}
