import { findEndpoint } from "../../domain/events/callback-endpoint.ts";
import { Failure } from "../../domain/failure.ts";
import { createDelivery, startDeliveryRound } from "../../ledger/deliveries.ts";
import type { DeliveryRecord, EventRecord } from "../../ledger/event-record.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallbacks } from "../../queues/queue.ts";

/**
 * An event's deliveries, one for each endpoint that it names: the items first, then their messages. Called before the event
 * is finished. If the function dies in between, the event is taken up again and this runs again: what stands is left alone,
 * and each item is on the due list, whose sweep sends a message that was not sent. Answers how many messages it has sent.
 */
export async function makeDeliveries(event: EventRecord, at: number): Promise<number> {
  const { merchantId, endpoints } = event;
  if (!endpoints) return 0;
  // As they are now: one that was disabled since the event was recorded is not asked to take it.
  const merchant = await findMerchant(merchantId);
  const isHeld = (endpointId: string) => (merchant && findEndpoint(merchant, endpointId)?.disabled) === true;
  const made = await Promise.all(
    endpoints.map((endpointId) => makeDelivery(event, { endpointId, isHeld: isHeld(endpointId), at })),
  );
  const pending = made.flatMap((delivery) => delivery ?? []);
  await sendCallbacks(pending);
  return pending.length;
}

/** undefined: it is held, or was made before. */
async function makeDelivery(
  event: EventRecord,
  made: { endpointId: string; isHeld: boolean; at: number },
): Promise<DeliveryRecord | undefined> {
  const outcome = await createDelivery(event, made);
  const standing = outcome.written ? outcome.item : outcome.existing;
  if (!standing || standing.delivery === "held") return undefined;
  if (standing.svcPaymentId !== event.svcPaymentId) return nameThePayment(event, standing, made.at);
  // Our own write whose reply was lost, or another call's, which may have died before its message.
  return standing.delivery === "pending" && standing.attempts === 0 ? standing : undefined;
}

/** What was made before the event's payment was known is sent again with it. */
async function nameThePayment(
  { svcPaymentId }: EventRecord,
  delivery: DeliveryRecord,
  at: number,
): Promise<DeliveryRecord | undefined> {
  const started = await startDeliveryRound({ ...delivery, ...(svcPaymentId && { svcPaymentId }) }, at);
  if (started) return started;
  throw new Failure("service_unavailable", "The event is being delivered. Try again in a few minutes.");
}
