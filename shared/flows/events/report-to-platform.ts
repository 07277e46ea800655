import { platformEventsConfig } from "../../config.ts";
import { EVENT_TYPES, isChoosable } from "../../domain/events/event-types.ts";
import { type EventRecord, readableBody } from "../../ledger/event-record.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendPlatformEvent } from "../../queues/queue.ts";
import { renderServiceEvent } from "./render-service-event.ts";

/**
 * The platform's own queue, where an environment has one: every merchant's events in the service's form. Called before an
 * event is finished. If the function dies in between, the event is unfinished and taken up again, so the platform gets it
 * twice, under the same id, and never not at all. What is not about this service's payments, payouts and accounts is not
 * sent, and neither is what was erased.
 */
export async function reportToPlatform(event: EventRecord): Promise<void> {
  if (!platformEventsConfig().PLATFORM_EVENT_QUEUE_URL) return;
  const { eventId, type, merchantId, svcPaymentId, accountId } = event;
  const about = isChoosable(type) ? EVENT_TYPES[type].about : "nothing";
  const rawBody = readableBody(event);
  if (about === "nothing" || !rawBody) return;
  const merchant = await findMerchant(merchantId);
  const account = merchant?.account?.processorAccountId === accountId ? merchant.account : null;
  const rendered = await renderServiceEvent(event, rawBody, account);
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
