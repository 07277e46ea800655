import type { TimeWindow } from "../../domain/finance/time-window.ts";
import { isPaid } from "../../domain/payments/payment.ts";
import { listPaymentEvents } from "../../ledger/event-lists.ts";
import { createdSecondsOf, type EventRecord } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listOperations, type PaymentRecord } from "../../ledger/payments.ts";
import { type TimelineEntry, timelineOf } from "../../views/timeline.ts";
import { withDeliveries } from "../find-deliveries.ts";
import { bookedAfter, bookedAround, findPayoutOf } from "../payouts/identify-payout.ts";

/** More events than this on one payment are cut off at the oldest. */
const MAX_EVENTS = 200;

/** A payment's story: what the ledger knows of it, and the payout that its charge is in. */
export async function getTimeline(
  merchant: Pick<Merchant, "callbackEndpoints">,
  record: PaymentRecord,
): Promise<TimelineEntry[]> {
  const [{ items }, operations] = await Promise.all([
    listPaymentEvents(record.svcPaymentId, { limit: MAX_EVENTS }),
    listOperations(record.svcPaymentId),
  ]);
  // Another merchant's event may name this payment.
  const own = items.filter(({ merchantId }) => merchantId === record.merchantId);
  const events = (await withDeliveries(merchant, own)).map(({ event, deliveries }) => ({
    event,
    deliveries,
    createdSeconds: createdSecondsOf(event),
  }));
  const payout = isPaid(record.status ?? "requires_payment_method")
    ? await findPayoutOf(record, bookedTimes(record, events))
    : undefined;
  return timelineOf(record, { operations, events, payout });
}

type ToldEvent = { event: EventRecord; createdSeconds: number | undefined };

/** Told when it was paid, and before, of a bank debit, which is booked as soon as it is under way. */
const TELLS_OF_CHARGE = ["payment_intent.succeeded", "payment_intent.processing"];

function bookedTimes({ createdAt }: PaymentRecord, events: ToldEvent[]): TimeWindow[] {
  const times = events.flatMap(({ event, createdSeconds }) =>
    TELLS_OF_CHARGE.includes(event.type) && createdSeconds ? [bookedAround(createdSeconds * 1000)] : [],
  );
  return times.length > 0 ? times : [bookedAfter(createdAt)];
}
