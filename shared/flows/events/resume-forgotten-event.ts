import type { Applied } from "../../domain/events/event.ts";
import { type EventRecord, readableBody } from "../../ledger/event-record.ts";
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
  const { type, accountId, source = "webhook" } = event;
  const rawBody = readableBody(event);
  if (!rawBody) return NOT_FORWARDED;
  const identified = await identifyEvent({ rawBody, source, at, isRecorded: true });
  if (identified.kind !== "identified" || identified.about.kind !== "payment") return NOT_FORWARDED;
  const { merchant } = identified;
  const { svcPaymentId } = identified.about.record;
  const delivery =
    event.delivery === "none"
      ? deliveryFor({ type, svcPaymentId, accountId }, merchant)
      : deliveryNow(merchant);
  const reopened = await reopenEvent(event, { svcPaymentId, delivery, at });
  return reopened ? carryOutEvent(reopened, identified, at) : NOT_FORWARDED;
}
