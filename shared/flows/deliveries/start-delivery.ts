import { findEndpoint } from "../../domain/events/callback-endpoint.ts";
import { findDelivery } from "../../ledger/attempts.ts";
import { startDeliveryRound } from "../../ledger/deliveries.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import { describeError, log } from "../../runtime/logger.ts";

/**
 * Sends an event again: the ledger first, then the message. The ledger's write puts the delivery on the due list, so once
 * it stands the event is on its way, whatever becomes of us or of the queue: the sweep sends the message in that case.
 * false: another call was faster, which is as good.
 */
export async function deliverAgain(delivery: DeliveryRecord, at: number): Promise<boolean> {
  const started = await startDeliveryRound(delivery, at);
  if (!started) return false;
  await sendCallback(started).catch((error: unknown) =>
    log("warn", "a redelivery is left to the due list", describeError(error)),
  );
  return true;
}

/**
 * Called right after a delivery was held: the endpoint may have been enabled in that moment, by a call that looked too
 * early. false: it is disabled.
 */
export async function releaseIfEnabled(held: DeliveryRecord, at: number): Promise<boolean> {
  const { eventId, endpointId, merchantId } = held;
  const merchant = await findMerchant(merchantId);
  const endpoint = merchant && findEndpoint(merchant, endpointId);
  if (endpoint?.disabled !== false) return false;
  const standing = await findDelivery(eventId, endpointId);
  if (standing?.delivery === "held") await deliverAgain(standing, at);
  return true;
}
