import { createDelivery } from "../../ledger/deliveries.ts";
import type { DeliveryRecord, EventRecord } from "../../ledger/event-record.ts";
import { sendCallbacks } from "../../queues/queue.ts";
import { deliverAgain } from "./start-delivery.ts";

/**
 * An event's deliveries to further endpoints: the items first, then their messages. Called before the event is finished.
 * If the function dies in between, the event is taken up again and this runs again: what stands is left alone, and each
 * item is on the due list, whose sweep sends a message that was not sent. An event without further endpoints costs no
 * call.
 */
export async function deliverToFurther(event: EventRecord, at: number): Promise<void> {
  const { endpoints } = event;
  if (!endpoints) return;
  const outcomes = await Promise.all(endpoints.map((endpointId) => deliverTo(event, endpointId, at)));
  const fresh = outcomes.flatMap((outcome) => outcome ?? []);
  await sendCallbacks(fresh);
}

/** undefined: it was made before. */
async function deliverTo(
  event: EventRecord,
  endpointId: string,
  at: number,
): Promise<DeliveryRecord | undefined> {
  const outcome = await createDelivery(event, endpointId, at);
  const delivery = outcome.written ? outcome.item : outcome.existing;
  // Our own write whose reply was lost, or another call's, which may have died before its message.
  if (!delivery || (delivery.delivery === "pending" && delivery.attempts === 0)) return delivery;
  await sendAnew(event, delivery, at);
  return undefined;
}

/**
 * What was sent before its payment was known is sent again. What died before the event began again begins again too, as
 * the first endpoint's did with the event.
 */
async function sendAnew(event: EventRecord, delivery: DeliveryRecord, at: number): Promise<void> {
  const { svcPaymentId, reopenedAt = 0 } = event;
  const namedAnother = delivery.svcPaymentId !== svcPaymentId && delivery.delivery !== "pending";
  const diedBefore = delivery.delivery === "dead" && (delivery.diedAt ?? 0) < reopenedAt;
  if (namedAnother || diedBefore)
    await deliverAgain({ ...delivery, ...(svcPaymentId && { svcPaymentId }) }, at);
}
