import { FIRST_LOOK_MS } from "../domain/due.ts";
import {
  type Applied,
  type DeliveryState,
  EVENT_TTL_SECONDS,
  type EventSource,
  extendedLife,
  nextGeneration,
} from "../domain/event.ts";
import { getItem, putItem, updateItem, type WriteOutcome } from "./client.ts";
import { type DueAttributes, dueAt, dueIn, OFF_THE_LIST } from "./due.ts";
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
import { eventKey, type Key, timeSort } from "./table.ts";

export type AttemptRecord = {
  generation: number;
  attempt: number;
  at: number;
  milliseconds: number;
  status?: number | undefined;
  error?: string | undefined;
  /** The beginning of what the receiver answered; shown to this merchant alone. */
  answer?: string | undefined;
  nextAttemptAt?: number | undefined;
};

export type NewEvent = {
  eventId: string;
  type: string;
  merchantId: string;
  accountId: string;
  svcPaymentId?: string | undefined;
  /** Of a failed attempt to pay. */
  declineCode?: string | undefined;
  /** Absent in older records, all of which were told. */
  source?: EventSource | undefined;
  traceId: string;
  /** Of the call that recorded it, and is about to finish it; absent once that call has given up. */
  ownerToken?: string | undefined;
  /** The event as it was received, byte for byte, compressed. */
  body: Uint8Array;
  receivedAt: number;
  delivery: DeliveryState;
};

/** Until it is closed, an event is on the due list (see domain/due.ts). */
export type EventRecord = Key &
  Partial<DueAttributes> &
  NewEvent & {
    eventSort: string;
    expiresAt: number;
    /** Redelivery starts the next one, with eight fresh attempts. */
    generation: number;
    attempts: number;
    log: AttemptRecord[];
    applied?: Applied;
    /** What the payment was after the event, where the event is about that. */
    refundedCents?: number;
    captureBefore?: number;
    finishedAt?: number;
    enqueuedAt?: number;
    leaseExpiresAt?: number;
    /** Of the attempt that is under way: by it a function knows its own claim. */
    attemptToken?: string;
    nextAttemptAt?: number;
    deadLetteredAt?: number;
    deadShard?: string;
  };

const UNSEEN = "attribute_not_exists(pk)";
const RECORDED = "attribute_exists(pk)";

/** Written before anything else happens: from here on the event cannot be lost, only repeated. */
export function recordEvent(event: NewEvent): Promise<WriteOutcome<EventRecord>> {
  const record: EventRecord = {
    ...eventKey(event.eventId),
    ...event,
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

/** What a payment was after an event: its timeline shows it beside the event. */
export type EventFacts = { refundedCents?: number | undefined; captureBefore?: number | undefined };

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
