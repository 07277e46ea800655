import { isPaid } from "../../domain/payments/status.ts";
import { listPaymentEvents } from "../../ledger/event-lists.ts";
import { type EventRecord, readableBody } from "../../ledger/event-record.ts";
import type { PaymentRecord } from "../../ledger/payments.ts";
import { type TimelineEntry, timelineOf } from "../../views/timeline.ts";
import { findPayoutOf } from "../payouts/identify-payout.ts";

/** More events than this on one payment are cut off at the oldest. */
const MAX_EVENTS = 200;

/** A payment's story: what the ledger knows of it, and the payout that its charge is in. */
export async function getTimeline(record: PaymentRecord): Promise<TimelineEntry[]> {
  const { items } = await listPaymentEvents(record.svcPaymentId, { limit: MAX_EVENTS });
  const events = items.map((event) => ({ event, createdSeconds: createdSecondsOf(event) }));
  const paid = events.find(({ event }) => event.type === "payment_intent.succeeded");
  const chargedAt = paid?.createdSeconds === undefined ? record.createdAt : paid.createdSeconds * 1000;
  return timelineOf(
    record,
    events,
    isPaid(record.status ?? "requires_payment_method") ? await findPayoutOf(record, chargedAt) : undefined,
  );
}
/** undefined where the body says nothing of it: it is damaged, or was emptied when its merchant was erased. */
function createdSecondsOf(event: EventRecord): number | undefined {
  const text = readableBody(event)?.toString("utf8") ?? "";
  const { created } = (text === "" ? {} : JSON.parse(text)) as { created?: unknown };
  return Number.isInteger(created) ? Number(created) : undefined;
}
