import { senderConfig } from "../config.ts";
import { isParked, MAX_ATTEMPTS } from "../domain/callback-schedule.ts";
import { FIRST_LOOK_MS } from "../domain/due.ts";
import {
  type Applied,
  type DeliveryState,
  EVENT_TTL_SECONDS,
  type EventSource,
  extendedLife,
  hasEnded,
  KEPT_ATTEMPTS,
  nextGeneration,
} from "../domain/event.ts";
import { getItem, isTooLarge, putItem, updateItem, type WriteOutcome } from "./client.ts";
import { type DueAttributes, dueAt, dueIn, dueValues, OFF_THE_LIST, ON_THE_LIST } from "./due.ts";
import { deadShardOf, eventKey, type Key, timeSort } from "./table.ts";

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

/** Longer than the function that makes the attempt can live. */
export const ATTEMPT_LEASE_MS = 95_000;

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

/**
 * An event is closed when it is finished and its callback has ended. The two may happen at once, each not knowing of
 * the other: the later write sees both, and takes the event off the list.
 */
async function closeEnded(outcome: WriteOutcome<EventRecord>): Promise<void> {
  if (!outcome.written) return;
  const { item } = outcome;
  const isClosed = item.finishedAt !== undefined && hasEnded(item);
  if (isClosed && item.dueSort !== undefined) await takeOffTheList(item);
}

/** The call that recorded it could not finish it: the processor's next delivery may, without waiting for a visit. */
export const disownEvent = ({ eventId }: EventRecord, ownerToken: string): Promise<unknown> =>
  updateItem(eventKey(eventId), {
    UpdateExpression: "REMOVE ownerToken",
    ConditionExpression: "ownerToken = :owner AND attribute_not_exists(finishedAt)",
    ExpressionAttributeValues: { ":owner": ownerToken },
  });

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

/**
 * What became of a claim: it is ours from here on, or another function's. A claim of our own whose reply was lost is
 * known by its token.
 */
export type AttemptClaim = { kind: "claimed"; event: EventRecord } | { kind: "taken" };

/**
 * Claims the attempt after the ones that the event has: it counts from here on, whether or not we live to see its
 * result, and `nextAttemptAt` is set as if it had failed, so that even a crash keeps to the schedule. Where the next
 * wait is too long for the queue, the event is put on the due list for that time in the same write.
 */
export async function claimAttempt(
  event: EventRecord,
  claim: { token: string; now: number; nextAttemptAt: number },
): Promise<AttemptClaim> {
  const outcome = await updateEvent(event, {
    set: ["leaseExpiresAt = :lease", "nextAttemptAt = :next", "attempts = :attempt", "attemptToken = :token"],
    ...parkedUntil(event, claim.now, claim.nextAttemptAt),
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT, HAS_ATTEMPTS_LEFT, NOT_BEING_SENT, DUE],
    values: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":attempt": event.attempts + 1,
      ":token": claim.token,
      ":max": MAX_ATTEMPTS,
      ":now": claim.now,
      ":lease": claim.now + ATTEMPT_LEASE_MS,
      ":next": claim.nextAttemptAt,
    },
  });
  const standing = outcome.written ? outcome.item : outcome.existing;
  const isOurs = standing?.attemptToken === claim.token && standing.generation === event.generation;
  return standing && isOurs ? { kind: "claimed", event: standing } : { kind: "taken" };
}

/** Gives a claimed attempt back that nothing was sent for: it does not count, and is due as it was before. */
export async function releaseAttempt(claimed: EventRecord, before: EventRecord): Promise<void> {
  const { nextAttemptAt, dueShard, dueSort, dueStep } = before;
  await updateEvent(claimed, {
    // The claim may have parked it for its next wait.
    ...(dueShard !== undefined &&
      dueSort !== undefined &&
      dueStep !== undefined && { due: { dueShard, dueSort, dueStep } }),
    set: ["attempts = :before", ...(nextAttemptAt === undefined ? [] : ["nextAttemptAt = :next"])],
    remove: ["leaseExpiresAt", "attemptToken", ...(nextAttemptAt === undefined ? ["nextAttemptAt"] : [])],
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT],
    values: {
      ...onItsWay(claimed),
      ":known": claimed.attempts,
      ":before": before.attempts,
      ...(nextAttemptAt !== undefined && { ":next": nextAttemptAt }),
    },
  });
}

/** A slow attempt may have been overtaken by several; each shows the log to add to. */
const MAX_ROUNDS = 4;

/** A success counts even when a later attempt has begun meanwhile: the merchant has it. */
export async function markDelivered(event: EventRecord, result: AttemptRecord): Promise<void> {
  let current: EventRecord | undefined = event;
  for (let round = 0; current && round < MAX_ROUNDS; round++) {
    const outcome: WriteOutcome<EventRecord> = await updateEvent(event, {
      set: ["delivery = :delivered"],
      // What is not finished yet still needs its visit.
      remove: [...ENDED_ATTEMPT, ...(current.finishedAt === undefined ? [] : [OFF_THE_LIST])],
      conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT],
      values: { ...onItsWay(event), ":known": current.attempts, ":delivered": "delivered" },
      log: withResult(current.log, result),
    });
    if (outcome.written) return closeEnded(outcome);
    if (!isOnItsWay(outcome.existing, event)) return;
    current = outcome.existing;
  }
}

export const markFailed = (
  event: EventRecord,
  result: AttemptRecord & { nextAttemptAt: number },
): Promise<WriteOutcome<EventRecord>> =>
  updateEvent(event, {
    set: ["nextAttemptAt = :next"],
    ...parkedUntil(event, result.at, result.nextAttemptAt),
    remove: ["leaseExpiresAt", "attemptToken"],
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT],
    values: { ...onItsWay(event), ":known": event.attempts, ":next": result.nextAttemptAt },
    log: withResult(event.log, result),
  });

/** After the last attempt; without a result when that attempt died before it had one. */
export const markDead = (
  event: EventRecord,
  at: number,
  result?: AttemptRecord,
): Promise<WriteOutcome<EventRecord>> =>
  updateEvent(event, {
    set: ["delivery = :dead", "deadShard = :shard", "deadSort = :sort"],
    due: firstLook(event, at),
    remove: ENDED_ATTEMPT,
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT],
    values: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":dead": "dead",
      ":shard": deadShardOf(event.eventId),
      ":sort": deadSortOf(event),
    },
    ...(result && { log: withResult(event.log, result) }),
  });

/** By merchant and then by time: one merchant's dead are next to each other. */
export const deadSortOf = ({ merchantId, eventSort }: EventRecord): string => `${merchantId}#${eventSort}`;

/** Only of the generation that died: one that was sent again meanwhile will have a dead letter of its own, or none. */
export async function markDeadLettered(event: EventRecord, at: number): Promise<void> {
  const outcome = await updateItem<EventRecord>(eventKey(event.eventId), {
    UpdateExpression: `SET deadLetteredAt = :at${event.finishedAt === undefined ? "" : ` REMOVE ${OFF_THE_LIST}`}`,
    ConditionExpression: "generation = :generation AND delivery = :dead",
    ExpressionAttributeValues: { ":at": at, ":generation": event.generation, ":dead": "dead" },
  });
  await closeEnded(outcome);
}

/**
 * The endpoint is switched off: the event waits in the ledger, and its message may go. The attempt that found this out
 * was claimed and does not count. It stays on the due list until the endpoint was looked at once more.
 */
export const markHeld = (event: EventRecord, at: number): Promise<WriteOutcome<EventRecord>> =>
  updateEvent(event, {
    set: ["delivery = :held", "attempts = :before"],
    due: firstLook(event, at),
    remove: ENDED_ATTEMPT,
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT],
    values: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":before": event.attempts - 1,
      ":held": "held",
    },
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

const ENDED_ATTEMPT = ["leaseExpiresAt", "nextAttemptAt", "attemptToken"];

const firstLook = ({ eventId }: EventRecord, at: number): DueAttributes =>
  dueIn(eventKey(eventId), at, FIRST_LOOK_MS.event);

/** A wait that is too long for the queue is spent on the due list. */
const parkedUntil = ({ eventId }: EventRecord, now: number, nextAttemptAt: number) =>
  isParked(nextAttemptAt - now, senderConfig().RETRY_SCALE)
    ? { due: dueAt(eventKey(eventId), nextAttemptAt) }
    : {};

const onItsWay = ({ generation }: EventRecord) => ({ ":generation": generation, ":pending": "pending" });

const isOnItsWay = (standing: EventRecord | undefined, { generation }: EventRecord): boolean =>
  standing?.generation === generation && standing.delivery === "pending";

const withResult = (log: AttemptRecord[], result: AttemptRecord): AttemptRecord[] =>
  [...log, result].slice(-KEPT_ATTEMPTS);

type EventUpdate = {
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
async function updateEvent(
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
