import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { type Applied, EVENT_TTL_SECONDS, extendedLife, nextGeneration } from "../domain/events/event.ts";
import { MAX_LATE_MS } from "../domain/events/feed.ts";
import { expiryAt } from "../domain/time.ts";
import { writeTimeMs } from "../write-clock.ts";
import { getItem, putItem, SentTooLate, updateItem, type WriteOutcome } from "./client.ts";
import { NOT_ERASED, RECORDED, UNSEEN } from "./conditions.ts";
import { dueAt, dueIn, OFF_THE_LIST } from "./due.ts";
import type { EventFacts, EventRecord, NewEvent } from "./event-record.ts";
import {
  closeEnded,
  DEATH,
  ENDED_ATTEMPT,
  firstVisit,
  NO_NEWER_ATTEMPT,
  NOT_BEING_SENT,
  ON_ITS_WAY,
  onItsWay,
  updateEvent,
} from "./event-writes.ts";
import { pack } from "./packed.ts";
import { eventKey, timeSort } from "./table.ts";

/**
 * Written before anything else happens: from here on the event cannot be lost, only repeated. Its place in the feed is
 * the time of this write; a function that was frozen before the write went out takes a new one.
 */
export async function recordEvent(event: NewEvent): Promise<WriteOutcome<EventRecord>> {
  for (let round = 1; ; round++) {
    const writtenAt = writeTimeMs();
    try {
      return await writeNewEvent(event, writtenAt);
    } catch (error) {
      if (!(error instanceof SentTooLate) || round === MAX_ROUNDS) throw error;
    }
  }
}

/** Being frozen twice in a row is a storm. */
const MAX_ROUNDS = 3;

function writeNewEvent(
  { rawBody, ...event }: NewEvent,
  writtenAt: number,
): Promise<WriteOutcome<EventRecord>> {
  const record: EventRecord = {
    ...eventKey(event.eventId),
    ...event,
    body: pack(rawBody, event.eventId),
    eventSort: timeSort(writtenAt, event.eventId),
    expiresAt: expiryAt(event.receivedAt, EVENT_TTL_SECONDS),
    generation: 1,
    attempts: 0,
    log: [],
    ...dueIn(eventKey(event.eventId), event.receivedAt, FIRST_VISIT_MS.event),
  };
  return putItem(record, { ConditionExpression: UNSEEN }, { notAfterMs: writtenAt + MAX_LATE_MS });
}

export const findEvent = (eventId: string): Promise<EventRecord | undefined> => getItem(eventKey(eventId));

type Finished = EventFacts & { applied: Applied; finishedAt: number; enqueuedAt?: number | undefined };

/**
 * All is done that the processor waits for. Never touches `delivery`, which may already say "delivered". An event with
 * nothing to deliver is taken off the due list, unless a merchant has asked for it since it was read; one with a
 * callback stays on it until that has ended. Answers the record as it is then.
 */
export async function finishEvent(
  event: Pick<EventRecord, "eventId" | "delivery">,
  done: Finished,
): Promise<EventRecord | undefined> {
  const isSilent = event.delivery === "none";
  const silent = isSilent ? await writeFinished(event, done, true) : undefined;
  if (silent?.written) return silent.item;
  const outcome = await writeFinished(event, done, false);
  await closeEnded(outcome);
  return outcome.written ? outcome.item : undefined;
}

function writeFinished(
  { eventId }: Pick<EventRecord, "eventId">,
  done: Finished,
  isSilent: boolean,
): Promise<WriteOutcome<EventRecord>> {
  const known = Object.entries(done).filter(([, value]) => value !== undefined);
  return updateItem<EventRecord>(eventKey(eventId), {
    UpdateExpression: `SET ${known.map(([name]) => `${name} = :${name}`).join(", ")} REMOVE ownerToken${isSilent ? `, ${OFF_THE_LIST}` : ""}`,
    ConditionExpression: isSilent ? `${RECORDED} AND delivery = :none` : RECORDED,
    ExpressionAttributeValues: {
      ...Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])),
      ...(isSilent && { ":none": "none" }),
    },
  });
}

/** The call that recorded it could not finish it: the processor's next delivery may, without waiting for a visit. */
export const releaseEvent = ({ eventId }: EventRecord, ownerToken: string): Promise<unknown> =>
  updateItem(eventKey(eventId), {
    UpdateExpression: "REMOVE ownerToken",
    ConditionExpression: "ownerToken = :owner AND attribute_not_exists(finishedAt)",
    ExpressionAttributeValues: { ":owner": ownerToken },
  });

/**
 * The endpoint was switched off while the event waited for its next attempt: it is held, and off the due list. One that
 * is being sent at this moment is left alone: its own attempt finds the endpoint disabled.
 */
export async function holdEvent(event: EventRecord, at: number): Promise<boolean> {
  const outcome = await updateEvent(event, {
    set: ["delivery = :held"],
    remove: [...ENDED_ATTEMPT, OFF_THE_LIST],
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT, NOT_BEING_SENT],
    values: { ...onItsWay(event), ":known": event.attempts, ":now": at, ":held": "held" },
  });
  return outcome.written;
}

/**
 * A new generation with attempts of its own; messages of the old one that are still in the queue will be dropped.
 * Conditional on what was read, so that two at once start one generation and not two. The same write puts it on the due
 * list, whose sweep sends its message at `sendAt`, or after a while should its caller not have sent it. undefined:
 * another call was faster.
 */
export async function startGeneration(
  event: EventRecord,
  at: number,
  sendAt?: number,
): Promise<EventRecord | undefined> {
  const outcome = await updateEvent(event, {
    set: [
      "delivery = :pending",
      "generation = :next",
      "attempts = :zero",
      "enqueuedAt = :at",
      "expiresAt = :expiresAt",
    ],
    due: messageDue(event, at, sendAt),
    remove: [...DEATH, ...ENDED_ATTEMPT],
    conditions: ["generation = :generation", "delivery = :read", NOT_ERASED, NOT_BEING_SENT],
    values: {
      ":now": at,
      ":generation": event.generation,
      ":next": nextGeneration(event),
      ":pending": "pending",
      ":read": event.delivery,
      ":zero": 0,
      ":at": at,
      ":expiresAt": extendedLife(event, at),
    },
  });
  return ownWrite(
    outcome,
    ({ generation, enqueuedAt }) => generation === nextGeneration(event) && enqueuedAt === at,
  );
}

/**
 * From here on the event's message is in the queue, or the due list sends it. What has ended meanwhile must not come
 * back onto the list. undefined: it has ended, or another call was faster.
 */
export async function markEnqueued(
  event: EventRecord,
  at: number,
  sendAt?: number,
): Promise<EventRecord | undefined> {
  const outcome = await updateEvent(event, {
    set: ["enqueuedAt = :at", "expiresAt = :expiresAt"],
    due: messageDue(event, at, sendAt),
    conditions: [ON_ITS_WAY],
    values: { ...onItsWay(event), ":at": at, ":expiresAt": extendedLife(event, at) },
  });
  return ownWrite(outcome, () => false);
}

const messageDue = (event: EventRecord, at: number, sendAt: number | undefined) =>
  sendAt === undefined ? firstVisit(event, at) : dueAt(eventKey(event.eventId), sendAt);

/** A write of ours whose reply was lost counts. One that another call made in the same millisecond is as good. */
function ownWrite(
  outcome: WriteOutcome<EventRecord>,
  isOurs: (standing: EventRecord) => boolean,
): EventRecord | undefined {
  if (outcome.written) return outcome.item;
  return outcome.existing && isOurs(outcome.existing) ? outcome.existing : undefined;
}
