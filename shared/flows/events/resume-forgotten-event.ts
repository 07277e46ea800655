import type { Applied, DeliveryState } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import { type EventRecord, readableBody } from "../../ledger/event-record.ts";
import { findEvent } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { reopenEvent } from "../../ledger/reopened-events.ts";
import { carryOutEvent, NOT_FORWARDED, type Receipt } from "./finish-event.ts";
import { deliveryFor, deliveryNow } from "./identify-delivery.ts";
import { identifyEvent } from "./identify-event.ts";

/**
 * What may be otherwise by now: the ledger did not have the payment, or had only a creation of it that was refused; or the
 * account seemed to be lost.
 */
const PASSING: readonly Applied[] = ["unknown_payment", "not_this_payment", "out_of_reach"];

/** Nothing of it was applied, for a reason that may have passed. */
export const isForgotten = ({ applied, erasedAt }: EventRecord): boolean =>
  applied !== undefined && PASSING.includes(applied) && erasedAt === undefined;

/**
 * After a restore an event may be taken before its payment is rebuilt: nothing of it is applied then, and its callback, if
 * it has one, names no payment. The same where the platform's key was another one's for an hour. Once the ledger has the
 * payment, and the processor tells of it, the event is what it would have been from the start.
 */
export async function resumeForgotten(event: EventRecord, at: number): Promise<Receipt> {
  const { source = "webhook" } = event;
  const rawBody = readableBody(event);
  if (!rawBody) return NOT_FORWARDED;
  const identified = await identifyEvent({ rawBody, source, at, isRecorded: true });
  if (identified.kind !== "identified" || identified.about.kind !== "payment") return NOT_FORWARDED;
  const { svcPaymentId, processorPaymentIntentId } = identified.about.record;
  // Nothing has changed: the creation that it does not fit is open still.
  if (event.applied === "not_this_payment" && !processorPaymentIntentId) return NOT_FORWARDED;
  const delivery = deliveryAgain(event, svcPaymentId, identified.merchant);
  const reopened = await reopenEvent(event, { svcPaymentId, delivery, at });
  if (reopened) return carryOutEvent(reopened, identified, at);
  await requireTaken(event);
  return NOT_FORWARDED;
}

/** What was told with its payment is told again only where it brings a newer version: its enqueueing sees that. */
function deliveryAgain(event: EventRecord, svcPaymentId: string, merchant: Merchant): DeliveryState {
  const { type, accountId, delivery } = event;
  if (delivery === "none") return deliveryFor({ type, svcPaymentId, accountId }, merchant);
  const isToldWithIt = delivery === "delivered" && event.svcPaymentId === svcPaymentId;
  return isToldWithIt ? "delivered" : deliveryNow(merchant);
}

/** It may have been on its way to the merchant in this moment: then the next pull must meet it again. */
async function requireTaken({ eventId }: EventRecord): Promise<void> {
  const standing = await findEvent(eventId);
  if (standing && isForgotten(standing))
    throw new Failure("service_unavailable", "The event is being delivered. Try again in a few minutes.");
}
