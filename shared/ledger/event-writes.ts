import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { hasEnded } from "../domain/events/event.ts";
import { isTooLarge, type WriteOutcome } from "./client.ts";
import { DUE_ATTRIBUTES, type DueAttributes, dueIn } from "./due.ts";
import type { EventRecord } from "./event-record.ts";
import { absentOr, atMost, type Change, type Condition } from "./expressions.ts";
import { updateItem } from "./items.ts";
import { eventKey } from "./table.ts";

export const DEATH = ["diedAt", "deadShard", "deadSort", "deadLetteredAt"] as const;
export const ENDED_ATTEMPT = ["leaseExpiresAt", "nextAttemptAt", "attemptToken"] as const;

export const onItsWay = ({ generation }: EventRecord): Condition<EventRecord> => ({
  generation,
  delivery: "pending",
});

export const noNewerAttempt = ({ attempts }: EventRecord): Condition<EventRecord> => ({ attempts });

export const notBeingSent = (now: number): Condition<EventRecord> => ({
  leaseExpiresAt: absentOr(atMost(now)),
});

export const firstVisit = ({ eventId }: EventRecord, at: number): DueAttributes =>
  dueIn(eventKey(eventId), at, FIRST_VISIT_MS.event);

/**
 * An event is closed when it is finished and its callback has ended. Both may happen at once: the later write sees
 * both, and takes the event off the due list.
 */
export async function closeEnded(outcome: WriteOutcome<EventRecord>): Promise<void> {
  if (!outcome.written) return;
  const { item } = outcome;
  const isClosed = item.finishedAt !== undefined && hasEnded(item);
  if (isClosed && item.dueSort !== undefined) await takeOffTheList(item);
}

export const takeOffTheList = (event: EventRecord): Promise<unknown> =>
  updateItem<EventRecord>(eventKey(event.eventId), {
    remove: DUE_ATTRIBUTES,
    onlyIf: { generation: event.generation, delivery: event.delivery },
  });

/**
 * The whole log is written, because a write that the SDK repeats must not append twice. If event and log do not fit,
 * the event is written without the log.
 */
export async function updateEvent(
  { eventId }: Pick<EventRecord, "eventId">,
  change: Change<EventRecord>,
): Promise<WriteOutcome<EventRecord>> {
  const key = eventKey(eventId);
  try {
    return await updateItem(key, change);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return updateItem(key, { ...change, set: { ...change.set, log: [] } });
  }
}
