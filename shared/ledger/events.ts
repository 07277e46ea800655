import { MAX_ATTEMPTS } from "../domain/callback-schedule.ts";
import {
  type Applied,
  type DeliveryState,
  EVENT_TTL_SECONDS,
  type EventSource,
  nextGeneration,
} from "../domain/event.ts";
import { getItem, putItem, updateItem, type WriteOutcome } from "./client.ts";
import { deadShardOf, eventKey, type Key, timeSort } from "./table.ts";

export type AttemptRecord = {
  generation: number;
  attempt: number;
  at: number;
  milliseconds: number;
  status?: number | undefined;
  error?: string | undefined;
  /** The beginning of what the receiver answered; shown to nobody but this merchant. */
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
  /** The event as it was received, byte for byte, compressed. */
  body: Uint8Array;
  receivedAt: number;
  delivery: DeliveryState;
};

export type EventRecord = Key &
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
    nextAttemptAt?: number;
    deadLetteredAt?: number;
    deadShard?: string;
  };

/** Longer than one attempt can take (10 s, and the function's 30 s bound it). */
const ATTEMPT_LEASE_MS = 35_000;

const UNSEEN = "attribute_not_exists(pk)";
const RECORDED = "attribute_exists(pk)";
const ON_ITS_WAY = "generation = :generation AND delivery = :pending";
const NOT_BEING_SENT = "(attribute_not_exists(leaseExpiresAt) OR leaseExpiresAt <= :now)";
const DUE = "(attribute_not_exists(nextAttemptAt) OR nextAttemptAt <= :now)";
const HAS_ATTEMPTS_LEFT = "attempts < :max";
const NO_NEWER_ATTEMPT = "attempts = :known";

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
  };
  return putItem(record, { ConditionExpression: UNSEEN });
}

export const findEvent = (eventId: string): Promise<EventRecord | undefined> => getItem(eventKey(eventId));

/** What a payment was after an event: its timeline shows it beside the event. */
export type EventFacts = { refundedCents?: number | undefined; captureBefore?: number | undefined };

/** All is done that the processor waits for. Never touches `delivery`, which may already say "delivered". */
export async function finishEvent(
  eventId: string,
  done: EventFacts & { applied: Applied; finishedAt: number; enqueuedAt?: number | undefined },
): Promise<void> {
  const known = Object.entries(done).filter(([, value]) => value !== undefined);
  await updateItem(eventKey(eventId), {
    UpdateExpression: `SET ${known.map(([name]) => `${name} = :${name}`).join(", ")}`,
    ConditionExpression: RECORDED,
    ExpressionAttributeValues: Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])),
  });
}

/**
 * Claims the attempt after the ones that the event has: it counts from here on, whether or not we live to see its
 * result, and `nextAttemptAt` is set as if it had failed, so that even a crash keeps to the schedule.
 */
export function claimAttempt(
  event: EventRecord,
  times: { now: number; nextAttemptAt: number },
): Promise<WriteOutcome<EventRecord>> {
  return updateItem<EventRecord>(eventKey(event.eventId), {
    UpdateExpression: "SET leaseExpiresAt = :lease, nextAttemptAt = :next, attempts = :attempt",
    ConditionExpression: [ON_ITS_WAY, NO_NEWER_ATTEMPT, HAS_ATTEMPTS_LEFT, NOT_BEING_SENT, DUE].join(" AND "),
    ExpressionAttributeValues: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":attempt": event.attempts + 1,
      ":max": MAX_ATTEMPTS,
      ":now": times.now,
      ":lease": times.now + ATTEMPT_LEASE_MS,
      ":next": times.nextAttemptAt,
    },
  });
}

/** A success counts even when a later attempt has begun meanwhile: the merchant has it. */
export const markDelivered = (
  event: EventRecord,
  result: AttemptRecord,
): Promise<WriteOutcome<EventRecord>> =>
  updateItem<EventRecord>(eventKey(event.eventId), {
    UpdateExpression:
      "SET delivery = :delivered, #log = list_append(#log, :result) REMOVE leaseExpiresAt, nextAttemptAt",
    ConditionExpression: ON_ITS_WAY,
    ExpressionAttributeNames: { "#log": "log" },
    ExpressionAttributeValues: { ...onItsWay(event), ":delivered": "delivered", ":result": [result] },
  });

export const markFailed = (
  event: EventRecord,
  result: AttemptRecord & { nextAttemptAt: number },
): Promise<WriteOutcome<EventRecord>> =>
  updateItem<EventRecord>(eventKey(event.eventId), {
    UpdateExpression: "SET nextAttemptAt = :next, #log = list_append(#log, :result) REMOVE leaseExpiresAt",
    ConditionExpression: `${ON_ITS_WAY} AND ${NO_NEWER_ATTEMPT}`,
    ExpressionAttributeNames: { "#log": "log" },
    ExpressionAttributeValues: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":next": result.nextAttemptAt,
      ":result": [result],
    },
  });

/** After the last attempt. `results` is empty when that attempt died without one. */
export const markDead = (event: EventRecord, results: AttemptRecord[]): Promise<WriteOutcome<EventRecord>> =>
  updateItem<EventRecord>(eventKey(event.eventId), {
    UpdateExpression:
      "SET delivery = :dead, deadShard = :shard, deadSort = :sort, #log = list_append(#log, :results) " +
      "REMOVE leaseExpiresAt, nextAttemptAt",
    ConditionExpression: `${ON_ITS_WAY} AND ${NO_NEWER_ATTEMPT}`,
    ExpressionAttributeNames: { "#log": "log" },
    ExpressionAttributeValues: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":dead": "dead",
      ":shard": deadShardOf(event.eventId),
      ":sort": deadSortOf(event),
      ":results": results,
    },
  });

/** By merchant and then by time: one merchant's dead are next to each other. */
export const deadSortOf = ({ merchantId, eventSort }: EventRecord): string => `${merchantId}#${eventSort}`;

/** Only of the generation that died: one that was sent again meanwhile will have a dead letter of its own, or none. */
export const markDeadLettered = (event: EventRecord, at: number): Promise<unknown> =>
  updateItem(eventKey(event.eventId), {
    UpdateExpression: "SET deadLetteredAt = :at",
    ConditionExpression: "generation = :generation AND delivery = :dead",
    ExpressionAttributeValues: { ":at": at, ":generation": event.generation, ":dead": "dead" },
  });

/** The endpoint is switched off: the event waits in the ledger, and its message may go. */
export const markHeld = (event: EventRecord): Promise<WriteOutcome<EventRecord>> =>
  updateItem<EventRecord>(eventKey(event.eventId), {
    UpdateExpression: "SET delivery = :held REMOVE leaseExpiresAt, nextAttemptAt",
    ConditionExpression: `${ON_ITS_WAY} AND ${NO_NEWER_ATTEMPT}`,
    ExpressionAttributeValues: { ...onItsWay(event), ":known": event.attempts, ":held": "held" },
  });

/**
 * A new generation with attempts of its own, whose message is in the queue already; messages of the old one that are
 * still there will be dropped. Conditional on what was read, so that two at once start one generation and not two.
 */
export async function startGeneration(event: EventRecord, at: number): Promise<boolean> {
  const outcome = await updateItem(eventKey(event.eventId), {
    UpdateExpression:
      "SET delivery = :pending, generation = :next, attempts = :zero, enqueuedAt = :at " +
      "REMOVE deadShard, deadSort, deadLetteredAt, leaseExpiresAt, nextAttemptAt",
    ConditionExpression: "generation = :generation AND delivery = :read",
    ExpressionAttributeValues: {
      ":generation": event.generation,
      ":next": nextGeneration(event),
      ":pending": "pending",
      ":read": event.delivery,
      ":zero": 0,
      ":at": at,
    },
    ReturnValues: "NONE",
  });
  return outcome.written;
}

/** Until this stands, the message may never have reached the queue, and a recovery may send it again. */
export async function markEnqueued(event: EventRecord, at: number): Promise<boolean> {
  const outcome = await updateItem(eventKey(event.eventId), {
    UpdateExpression: "SET enqueuedAt = :at",
    ConditionExpression: "generation = :generation",
    ExpressionAttributeValues: { ":generation": event.generation, ":at": at },
    ReturnValues: "NONE",
  });
  return outcome.written;
}

const onItsWay = ({ generation }: EventRecord) => ({ ":generation": generation, ":pending": "pending" });
