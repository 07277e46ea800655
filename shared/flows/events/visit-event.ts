import { takeOffTheList } from "../../ledger/deliveries.ts";
import type { DeliveryRecord, EventRecord } from "../../ledger/events.ts";
import { makeDeliveries } from "../deliveries/finish-event.ts";
import { reportDeadDelivery } from "../deliveries/report-dead-delivery.ts";
import { releaseIfEnabled } from "../deliveries/start-delivery.ts";
import { resumeEvent } from "./resume-event.ts";

/** From this visit on, an event that cannot be applied is sent all the same; the ledger goes on trying. */
const FORWARD_FROM_VISIT = 3;

/** The webhook's own steps, from the stored bytes. */
export async function visitEvent(
  event: EventRecord,
  at: number,
  { nth }: { nth: number },
): Promise<"closed_already" | "finished"> {
  if (event.finishedAt !== undefined) return "closed_already";
  try {
    await resumeEvent(event, at);
  } catch (error) {
    if (nth >= FORWARD_FROM_VISIT) await makeDeliveries(event, at);
    throw error;
  }
  return "finished";
}

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
