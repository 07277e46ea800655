import { type DeliveryState, nextGeneration } from "../domain/events/event.ts";
import { NOT_ERASED } from "./conditions.ts";
import type { EventRecord } from "./event-record.ts";
import { DEATH, ENDED_ATTEMPT, firstVisit, NOT_BEING_SENT, updateEvent } from "./event-writes.ts";

/**
 * An event is about a payment that it could not be applied to when it was recorded: it begins anew, unfinished and in a
 * generation of its own. undefined: another call was faster, or it is being sent at this moment.
 */
export async function reopenEvent(
  event: EventRecord,
  { svcPaymentId, delivery, at }: { svcPaymentId: string; delivery: DeliveryState; at: number },
): Promise<EventRecord | undefined> {
  const next = nextGeneration(event);
  const outcome = await updateEvent(event, {
    set: ["svcPaymentId = :payment", "delivery = :delivery", "generation = :next", "attempts = :zero"],
    due: firstVisit(event, at),
    remove: ["applied", "finishedAt", "enqueuedAt", ...DEATH, ...ENDED_ATTEMPT],
    conditions: ["generation = :generation", "applied = :before", NOT_ERASED, NOT_BEING_SENT],
    values: {
      ":now": at,
      ":generation": event.generation,
      ":next": next,
      ":before": event.applied,
      ":payment": svcPaymentId,
      ":delivery": delivery,
      ":zero": 0,
    },
  });
  const standing = outcome.written ? outcome.item : outcome.existing;
  // What is reopened and unfinished is our own write whose reply was lost, or as good.
  return standing?.generation === next && standing.finishedAt === undefined ? standing : undefined;
}
