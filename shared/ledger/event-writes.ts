import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { hasEnded } from "../domain/events/event.ts";
import { isTooLarge, updateItem, type WriteOutcome } from "./client.ts";
import { type DueAttributes, dueIn, dueValues, OFF_THE_LIST, ON_THE_LIST } from "./due.ts";
import type { AttemptRecord, EventRecord } from "./event-record.ts";
import { eventKey } from "./table.ts";

/* What the writes of an event and of its attempts have in common: their conditions, and how they are put together. */

export const ON_ITS_WAY = "generation = :generation AND delivery = :pending";
export const NOT_BEING_SENT = "(attribute_not_exists(leaseExpiresAt) OR leaseExpiresAt <= :now)";
export const NO_NEWER_ATTEMPT = "attempts = :known";

export const DEATH = ["diedAt", "deadShard", "deadSort", "deadLetteredAt"];
export const ENDED_ATTEMPT = ["leaseExpiresAt", "nextAttemptAt", "attemptToken"];

export const onItsWay = ({ generation }: EventRecord) => ({
  ":generation": generation,
  ":pending": "pending",
});

export const firstVisit = ({ eventId }: EventRecord, at: number): DueAttributes =>
  dueIn(eventKey(eventId), at, FIRST_VISIT_MS.event);

/**
 * An event is closed when it is finished and its callback has ended. The two may happen at once, each not knowing of
 * the other: the later write sees both, and takes the event off the list.
 */
export async function closeEnded(outcome: WriteOutcome<EventRecord>): Promise<void> {
  if (!outcome.written) return;
  const { item } = outcome;
  const isClosed = item.finishedAt !== undefined && hasEnded(item);
  if (isClosed && item.dueSort !== undefined) await takeOffTheList(item);
}

/** Takes a closed or checked event off the due list, unless it was opened again since it was read. */
export const takeOffTheList = (event: EventRecord): Promise<unknown> =>
  updateItem(eventKey(event.eventId), {
    UpdateExpression: `REMOVE ${OFF_THE_LIST}`,
    ConditionExpression: "generation = :generation AND delivery = :read",
    ExpressionAttributeValues: {
      ":generation": event.generation,
      ":read": event.delivery,
    },
  });

export type EventUpdate = {
  set: string[];
  remove?: string[];
  conditions: string[];
  values: Record<string, unknown>;
  /** Its place on the due list, where that changes. */
  due?: DueAttributes;
  /** The whole log, and not what is added to it: a write that the SDK repeats must not add twice. */
  log?: AttemptRecord[];
};

/** The log of attempts is worth less than the event: where both do not fit, the event is written without it. */
export async function updateEvent(
  event: Pick<EventRecord, "eventId">,
  update: EventUpdate,
): Promise<WriteOutcome<EventRecord>> {
  try {
    return await writeEvent(event, update);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return writeEvent(event, { ...update, log: [] });
  }
}

function writeEvent(
  { eventId }: Pick<EventRecord, "eventId">,
  { set, remove = [], conditions, values, due, log }: EventUpdate,
): Promise<WriteOutcome<EventRecord>> {
  const sets = [...set, ...(log ? ["#log = :log"] : []), ...(due ? [ON_THE_LIST] : [])];
  const removes = remove.length > 0 ? ` REMOVE ${remove.join(", ")}` : "";
  return updateItem<EventRecord>(eventKey(eventId), {
    UpdateExpression: `SET ${sets.join(", ")}${removes}`,
    ConditionExpression: conditions.join(" AND "),
    ...(log && { ExpressionAttributeNames: { "#log": "log" } }),
    ExpressionAttributeValues: { ...values, ...(log && { ":log": log }), ...(due && dueValues(due)) },
  });
}
