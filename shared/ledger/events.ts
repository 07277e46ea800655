import { FIRST_LOOK_MS } from "../domain/due.ts";
import { type Applied, EVENT_TTL_SECONDS, extendedLife, nextGeneration } from "../domain/events/event.ts";
import { getItem, putItem, updateItem, type WriteOutcome } from "./client.ts";
import { dueAt, dueIn, OFF_THE_LIST } from "./due.ts";
import type { EventFacts, EventRecord, NewEvent } from "./event-record.ts";
import {
  closeEnded,
  ENDED_ATTEMPT,
  firstLook,
  NO_NEWER_ATTEMPT,
  NOT_BEING_SENT,
  ON_ITS_WAY,
  onItsWay,
  updateEvent,
} from "./event-writes.ts";
import { pack } from "./packed.ts";
import { eventKey, timeSort } from "./table.ts";

const UNSEEN = "attribute_not_exists(pk)";
const RECORDED = "attribute_exists(pk)";

/** Written before anything else happens: from here on the event cannot be lost, only repeated. */
export function recordEvent({ rawBody, ...event }: NewEvent): Promise<WriteOutcome<EventRecord>> {
  const record: EventRecord = {
    ...eventKey(event.eventId),
    ...event,
    body: pack(rawBody, event.eventId),
    eventSort: timeSort(event.receivedAt, event.eventId),
    expiresAt: Math.floor(event.receivedAt / 1000) + EVENT_TTL_SECONDS,
    generation: 1,
    attempts: 0,
    log: [],
    ...dueIn(eventKey(event.eventId), event.receivedAt, FIRST_LOOK_MS.event),
  };
  return putItem(record, { ConditionExpression: UNSEEN });
}

export const findEvent = (eventId: string): Promise<EventRecord | undefined> => getItem(eventKey(eventId));

/**
 * All is done that the processor waits for. Never touches `delivery`, which may already say "delivered". An event with
 * nothing to deliver is taken off the due list; one with a callback stays on it until that has ended.
 */
export async function finishEvent(
  { eventId, delivery }: Pick<EventRecord, "eventId" | "delivery">,
  done: EventFacts & { applied: Applied; finishedAt: number; enqueuedAt?: number | undefined },
): Promise<void> {
  const known = Object.entries(done).filter(([, value]) => value !== undefined);
  const remove = delivery === "none" ? `ownerToken, ${OFF_THE_LIST}` : "ownerToken";
  const outcome = await updateItem<EventRecord>(eventKey(eventId), {
    UpdateExpression: `SET ${known.map(([name]) => `${name} = :${name}`).join(", ")} REMOVE ${remove}`,
    ConditionExpression: RECORDED,
    ExpressionAttributeValues: Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])),
  });
  await closeEnded(outcome);
}

/** The call that recorded it could not finish it: the processor's next delivery may, without waiting for a visit. */
export const disownEvent = ({ eventId }: EventRecord, ownerToken: string): Promise<unknown> =>
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
 * Conditional on what was read, so that two at once start one generation and not two. Its message is in the queue
 * already, or the sweep sends it at `sendAt`.
 */
export async function startGeneration(event: EventRecord, at: number, sendAt?: number): Promise<boolean> {
  const outcome = await updateEvent(event, {
    set: [
      "delivery = :pending",
      "generation = :next",
      "attempts = :zero",
      "enqueuedAt = :at",
      "expiresAt = :expiresAt",
    ],
    due: sendAt === undefined ? firstLook(event, at) : dueAt(eventKey(event.eventId), sendAt),
    remove: ["deadShard", "deadSort", "deadLetteredAt", ...ENDED_ATTEMPT],
    conditions: ["generation = :generation", "delivery = :read", NOT_BEING_SENT],
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
  return outcome.written || isStartedBy(outcome.existing, event, at);
}

/** Our own write, whose reply was lost. Should another call have begun it in the same millisecond, that is as good. */
const isStartedBy = (standing: EventRecord | undefined, event: EventRecord, at: number): boolean =>
  standing?.generation === nextGeneration(event) && standing.enqueuedAt === at;

/**
 * Until this stands, the message may never have reached the queue, and a recovery may send it again. Its message is in
 * the queue by now, or the sweep sends it at `sendAt`.
 */
export async function markEnqueued(event: EventRecord, at: number, sendAt?: number): Promise<boolean> {
  const isLater = sendAt !== undefined;
  const outcome = await updateEvent(event, {
    set: ["enqueuedAt = :at", "expiresAt = :expiresAt"],
    ...(isLater && { due: dueAt(eventKey(event.eventId), sendAt) }),
    // What has ended meanwhile must not come back onto the list.
    conditions: isLater ? [ON_ITS_WAY] : ["generation = :generation"],
    values: {
      ":at": at,
      ":expiresAt": extendedLife(event, at),
      ...(isLater ? onItsWay(event) : { ":generation": event.generation }),
    },
  });
  return outcome.written;
}
