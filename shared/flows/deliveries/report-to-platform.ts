import { isErased } from "../../domain/erasure.ts";
import { EVENT_TYPES, isChoosable } from "../../domain/events/event-types.ts";
import { type AppliedRefund, type EventRecord, readableBody } from "../../ledger/event-record.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendPlatformEvent } from "../../queues/queue.ts";
import { platformEventsConfig } from "../../runtime/config.ts";
import { renderServiceEvent } from "./render-service-event.ts";

/**
 * The platform's own queue, where an environment has one: every merchant's events in the service's form. Called before an
 * event is finished. If the function dies in between, the event is unfinished and taken up again, so the platform gets it
 * twice, under the same id, and never not at all. What is not about this service's payments, payouts and accounts is not
 * sent, and neither is what was erased. `refund`: as it was fetched to apply the event, which the record has only later.
 */
export async function reportToPlatform(event: EventRecord, refund?: AppliedRefund): Promise<void> {
  if (!platformEventsConfig().PLATFORM_EVENT_QUEUE_URL) return;
  const { eventId, type, merchantId, svcPaymentId, accountId } = event;
  const about = isChoosable(type) ? EVENT_TYPES[type].about : "nothing";
  const rawBody = readableBody(event);
  if (about === "nothing" || !rawBody) return;
  const merchant = await findMerchant(merchantId);
  // An event that was not finished yet keeps its bytes through an erasure, so that it can be applied.
  if (!merchant || isErased(merchant)) return;
  const account = merchant.account?.processorAccountId === accountId ? merchant.account : null;
  const rendered = await renderServiceEvent({ ...event, ...(refund && { refund }) }, rawBody, account);
  if (rendered.kind !== "rendered") return;
  const { version = null, body } = rendered;
  const payload: unknown = JSON.parse(body.toString("utf8"));
  await sendPlatformEvent({
    eventId,
    type: rendered.type,
    merchantId,
    svcPaymentId: svcPaymentId ?? null,
    version,
    payload,
  });
}
