import { FIRST_VISIT_MS } from "../../domain/due-schedule.ts";
import { type EventType, isChosen } from "../../domain/events/event-types.ts";
import { MAX_LATE_MS } from "../../domain/events/feed.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { isNews, type News } from "../../domain/payments/public-version.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { writeTimeMs } from "../../write-clock.ts";
import { recordOwnEvent } from "../record-own-event.ts";

/*
 * Every write that raises a payment's public version is told, so that a receiver that keeps the highest version ends with
 * the truth. An event with a callback tells what it brings. Everything else is told by our own `payment.updated`, to
 * endpoints that chose it.
 *
 * Record the event → write the payment. The recorded event is on the due list. Its visit a minute later sends it, unless
 * another event has told the version by then (flows/events/finish-event.ts). If the function dies before the write, the
 * event tells a version that is known. If it dies afterwards, the visit tells the new one. A write that would come after
 * the visit, because its function was frozen, is refused.
 */

/** `merchant`: as it was read; absent: it is read if there is something to tell. `isTold`: an event with a callback tells. */
export type Telling = { merchant?: Merchant | undefined; isTold?: boolean | undefined };

const TYPE: EventType = "payment.updated";

/** To be called right before a write. Answers until when that may be sent. */
export async function recordUpdate(
  payment: Payment,
  news: News,
  { merchant, isTold = false }: Telling = {},
): Promise<{ notAfterMs?: number }> {
  if (isTold || !isNews(payment, news)) return {};
  const receiver = merchant ?? (await findMerchant(payment.merchantId));
  if (!receiver?.callback || !isChosen(TYPE, receiver.callback)) return {};
  const { svcPaymentId, lockVersion, processorPaymentIntentId: id } = payment;
  const at = writeTimeMs();
  await recordOwnEvent({
    type: TYPE,
    about: [svcPaymentId, lockVersion, at],
    object: { object: "payment_intent", id },
    merchant: receiver,
    payment,
    at,
    visitMs: FIRST_VISIT_MS.update,
  });
  return { notAfterMs: at + MAX_LATE_MS };
}
