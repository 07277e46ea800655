import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { hasEnded } from "../domain/events/event.ts";
import { isTooLarge, type WriteOutcome } from "./client.ts";
import { DUE_ATTRIBUTES, type DueAttributes, dueIn } from "./due.ts";
import type { CallbackRecord } from "./event-record.ts";
import { absentOr, atMost, type Change, type Condition } from "./expressions.ts";
import { updateItem } from "./items.ts";
import { type Key, keyOf } from "./table.ts";

export const DEATH = ["diedAt", "deadShard", "deadSort", "deadLetteredAt"] as const;
export const ENDED_ATTEMPT = ["leaseExpiresAt", "nextAttemptAt", "attemptToken"] as const;

export const onItsWay = ({ generation }: CallbackRecord): Condition<CallbackRecord> => ({
  generation,
  delivery: "pending",
});

export const noNewerAttempt = ({ attempts }: CallbackRecord): Condition<CallbackRecord> => ({ attempts });

export const notBeingSent = (now: number): Condition<CallbackRecord> => ({
  leaseExpiresAt: absentOr(atMost(now)),
});

export const firstVisit = (event: CallbackRecord, at: number): DueAttributes =>
  dueIn(event, at, FIRST_VISIT_MS.event);

/**
 * An event is closed when it is finished and its callback has ended. Both may happen at once: the later write sees
 * both, and takes the event off the due list.
 */
export async function closeEnded(event: CallbackRecord): Promise<void> {
  const isClosed = event.finishedAt !== undefined && hasEnded(event);
  if (isClosed && event.dueSort !== undefined) await takeOffTheList(event);
}

export const takeOffTheList = (event: CallbackRecord): Promise<unknown> =>
  updateItem<CallbackRecord>(keyOf(event), {
    remove: DUE_ATTRIBUTES,
    onlyIf: { generation: event.generation, delivery: event.delivery },
  });

/**
 * The whole log is written, because a write that the SDK repeats must not append twice. If event and log do not fit,
 * the event is written without the log.
 */
export async function updateEvent<R extends CallbackRecord>(
  event: Key,
  change: Change<R>,
): Promise<WriteOutcome<R>> {
  const key = keyOf(event);
  try {
    return await updateItem(key, change);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const set = { ...change.set, log: [] };
    return updateItem(key, { ...change, set } as unknown as Change<R>);
  }
}
