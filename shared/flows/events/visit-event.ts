import { judgeDelivery } from "../../domain/events/callback-delivery.ts";
import { deliveryRoundOf, hasEnded, isNotEnqueued } from "../../domain/events/event.ts";
import type { CallbackRecord, DeliveryRecord, EventRecord } from "../../ledger/event-record.ts";
import { closeEnded, takeOffTheList } from "../../ledger/event-writes.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { sendCallback } from "../../queues/queue.ts";
import { deliverToFurther } from "../deliveries/deliver-to-further.ts";
import { deliverAgain, isEnabled, releaseIfEnabled } from "../deliveries/start-delivery.ts";
import { reportDeadEvent } from "./report-dead-event.ts";
import { resumeEvent } from "./resume-event.ts";

type EventVisit = "closed_already" | "finished" | "letter_sent" | "released_or_checked" | "on_its_way";

/** An event that is not closed yet, by where it stands. */
export async function visitEvent(
  event: EventRecord,
  at: number,
  { nth }: { nth: number },
): Promise<EventVisit> {
  if (event.finishedAt === undefined) {
    await finish(event, at, nth);
    return "finished";
  }
  return visitCallback(event, at);
}

export const visitDelivery = (delivery: DeliveryRecord, at: number): Promise<EventVisit> =>
  visitCallback(delivery, at);

async function visitCallback(event: CallbackRecord, at: number): Promise<EventVisit> {
  if (hasEnded(event)) {
    await closeEnded(event);
    return "closed_already";
  }
  if (event.delivery === "dead") {
    await reportDeadEvent(event, at);
    return "letter_sent";
  }
  if (event.delivery === "held") {
    await checkEndpoint(event, at);
    return "released_or_checked";
  }
  return "on_its_way";
}

/** From this visit on, an event that cannot be applied is sent all the same; the ledger goes on trying. */
const FORWARD_FROM_VISIT = 3;

/** The webhook's own steps, from the stored bytes. */
async function finish(event: EventRecord, at: number, nth: number): Promise<void> {
  try {
    await resumeEvent(event, at);
  } catch (error) {
    const wasForwarded = event.enqueuedAt !== undefined;
    if (nth >= FORWARD_FROM_VISIT) await deliverToFurther(event, at);
    if (wasForwarded || nth >= FORWARD_FROM_VISIT) await advanceCallback(event, at);
    throw error;
  }
}

/** The event may be parked without a message: the sweep has sent this visit instead. */
async function advanceCallback(event: EventRecord, at: number): Promise<void> {
  if (event.delivery === "held") return releaseIfEnabled(event, await findMerchant(event.merchantId), at);
  switch (judgeDelivery(event, deliveryRoundOf(event), at).kind) {
    case "attempt":
    case "give_up":
      if (isNotEnqueued(event)) await deliverAgain(event, at);
      else await sendCallback(event);
      return;
    case "send_dead_letter":
      return reportDeadEvent(event, at);
  }
}

/** Held, perhaps in the very moment in which the endpoint was enabled: that call may have looked too early. */
async function checkEndpoint(event: CallbackRecord, at: number): Promise<void> {
  const merchant = await findMerchant(event.merchantId);
  await releaseIfEnabled(event, merchant, at);
  if (!isEnabled(merchant, event.endpointId)) await takeOffTheList(event);
}
