import type { EventType } from "../../domain/events/event-types.ts";
import { findDeliveriesTo } from "../../ledger/deliveries.ts";
import { listPaymentEvents } from "../../ledger/event-lists.ts";
import type { CallbackRecord, EventRecord } from "../../ledger/event-record.ts";
import { findCompletedPayment } from "../../ledger/payments.ts";

const UPDATE: EventType = "payment.updated";

/** So many of a payment's newest events are looked at. */
const LOOKED_AT = 20;

/**
 * A change that the API made is usually told within seconds, by the processor's event of it. To the first endpoint, or to
 * a further one.
 */
export async function isToldByAnother(event: EventRecord, endpointId?: string): Promise<boolean> {
  const { type, merchantId, svcPaymentId, delivery } = event;
  const isUpdate = type === UPDATE && (endpointId !== undefined || delivery === "pending");
  const payment = isUpdate && (await findCompletedPayment(merchantId, svcPaymentId ?? ""));
  if (!payment) return false;
  const { items } = await listPaymentEvents(payment.svcPaymentId, { limit: LOOKED_AT });
  const told: CallbackRecord[] = endpointId ? await findDeliveriesTo(endpointId, items) : items;
  return told.some(
    (event) => event.delivery === "delivered" && toldVersionOf(event) >= payment.publicVersion,
  );
}

/** Of a delivered event; 0: in the processor's words, which have no version. */
const toldVersionOf = ({ log }: CallbackRecord): number => log.at(-1)?.version ?? 0;
