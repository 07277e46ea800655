import { isOwnEvent } from "../../domain/events/event.ts";
import { EVENT_TYPES, type EventType, isChoosable } from "../../domain/events/event-types.ts";
import { type CallbackRecord, type EventRecord, readableBody } from "../../ledger/event-record.ts";
import { closeEnded } from "../../ledger/event-writes.ts";
import { findEventOf } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import { findPayout } from "../../ledger/payouts.ts";
import { parseEvent } from "../../processor/events.ts";
import { deliverAgain } from "./start-delivery.ts";

const UPDATES: readonly string[] = [
  "payment.updated",
  "payout.updated",
  "account.updated",
] satisfies EventType[];

/**
 * An event that could not be applied for long was sent all the same, under the service payload with its payment, payout or
 * account as it was. Once it is applied that is newer, and no other event may ever come that shows it.
 * `callback`: the event itself, or its delivery to a further endpoint.
 */
export async function deliverIfOutdated(
  event: EventRecord,
  callback: CallbackRecord,
  at: number,
): Promise<boolean> {
  const { type } = event;
  const sentVersion = callback.log.at(-1)?.version;
  // Of our own events only an update is about what is true now; a merchant may have asked for it before the write.
  const isTimeless = isOwnEvent(event) && !UPDATES.includes(type);
  if (callback.delivery !== "delivered" || sentVersion === undefined || isTimeless) return false;
  return (await versionNow(event)) > sentVersion && deliverAgain(callback, at);
}

/**
 * Of a callback that may have told an older version. It leaves the due list after this look, never before: if the
 * function dies first, a visit looks.
 */
export async function deliverOrClose(callback: CallbackRecord, at: number): Promise<boolean> {
  const event = await findEventOf(callback);
  const isSentAgain = event !== undefined && (await deliverIfOutdated(event, callback, at));
  if (!isSentAgain) await closeEnded(callback);
  return isSentAgain;
}

/** Of what the event is about; 0: the ledger does not have it. */
async function versionNow(event: EventRecord): Promise<number> {
  const { type, merchantId, svcPaymentId, accountId } = event;
  const about = isChoosable(type) ? EVENT_TYPES[type].about : undefined;
  if (about === "account") {
    const account = (await findMerchant(merchantId))?.account;
    return account?.processorAccountId === accountId ? account.version : 0;
  }
  if (about === "payout") {
    const body = readableBody(event);
    const subject = body && parseEvent(body).subject;
    const payout = subject?.kind === "payout" && (await findPayout(merchantId, subject.payoutId));
    return payout ? payout.version : 0;
  }
  const record = svcPaymentId ? await findPaymentRecord(svcPaymentId) : undefined;
  return record ? toPayment(record).publicVersion : 0;
}
