import { type DeliveryState, nextGeneration } from "../domain/events/event.ts";
import type { EventRecord } from "./event-record.ts";
import { DEATH, ENDED_ATTEMPT, firstVisit, notBeingSent, updateEvent } from "./event-writes.ts";
import { absent, NOT_ERASED } from "./expressions.ts";

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
    set: { svcPaymentId, delivery, generation: next, attempts: 0, ...firstVisit(event, at) },
    remove: ["applied", "finishedAt", "enqueuedAt", ...DEATH, ...ENDED_ATTEMPT],
    onlyIf: [
      { generation: event.generation, applied: event.applied ?? absent },
      NOT_ERASED,
      notBeingSent(at),
    ],
  });
  const standing = outcome.written ? outcome.item : outcome.existing;
  // What is reopened and unfinished is our own write whose reply was lost, or as good.
  return standing?.generation === next && standing.finishedAt === undefined ? standing : undefined;
}
