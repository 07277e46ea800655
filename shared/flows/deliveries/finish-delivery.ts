import { findEndpoint } from "../../domain/events/callback-endpoint.ts";
import { findDelivery } from "../../ledger/attempts.ts";
import { isOldestDead, markDeadLettered } from "../../ledger/dead-deliveries.ts";
import { startDeliveryRound, takeOffTheList } from "../../ledger/deliveries.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallback, sendDeadLetter } from "../../queues/queue.ts";
import { count, describeError, log } from "../../runtime/logger.ts";

/* What a delivery needs that is dead or held, right after that or at a visit, and the start of its next round. */

type DeliveryVisit = "closed_already" | "letter_sent" | "released_or_checked" | "on_its_way";

/** A delivery that has not ended yet, by where it stands. */
export async function visitDelivery(delivery: DeliveryRecord, at: number): Promise<DeliveryVisit> {
  switch (delivery.delivery) {
    case "pending":
      return "on_its_way";
    case "held":
      // Perhaps in the very moment in which the endpoint was enabled: that call may have looked too early.
      if (!(await releaseIfEnabled(delivery, at))) await takeOffTheList(delivery);
      return "released_or_checked";
    case "dead":
      if (delivery.deadLetteredAt !== undefined) return "closed_already";
      await reportDeadDelivery(delivery, at);
      return "letter_sent";
    default:
      return "closed_already";
  }
}

/**
 * The dead letter of a delivery that was marked dead, what the alarms listen to, and the note of it last: a crash in
 * between repeats the letter and the counting, and loses neither. What can be asked is asked before, so that nothing
 * but the note stands between a letter and its repetition.
 */
export async function reportDeadDelivery(delivery: DeliveryRecord, at: number): Promise<void> {
  const beginsOutage = await isOldestDead(delivery);
  await sendDeadLetter(delivery);
  count("DeadLetters");
  if (beginsOutage) count("EndpointOutages");
  await markDeadLettered(delivery, at);
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
