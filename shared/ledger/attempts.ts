import { isParked, MAX_ATTEMPTS } from "../domain/events/callback-schedule.ts";
import { KEPT_ATTEMPTS } from "../domain/events/event.ts";
import { updateItem, type WriteOutcome } from "./client.ts";
import { dueAt, OFF_THE_LIST } from "./due.ts";
import type { AttemptRecord, EventRecord } from "./event-record.ts";
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
import { deadShardOf, eventKey, timeSort } from "./table.ts";

/* The attempts to tell a merchant of an event: each is claimed on the event before it is made, and then recorded. */

/** Longer than the function that makes the attempt can live. */
export const ATTEMPT_LEASE_MS = 95_000;

const DUE = "(attribute_not_exists(nextAttemptAt) OR nextAttemptAt <= :now)";
const HAS_ATTEMPTS_LEFT = "attempts < :max";
const OUR_ATTEMPT = "attemptToken = :token";

/**
 * What became of a claim: it is ours from here on, or another function's. A claim of our own whose reply was lost is
 * known by its token.
 */
export type AttemptClaim =
  | { kind: "claimed"; event: EventRecord }
  /** Since when, where an attempt is under way; otherwise the event has ended, or is gone. */
  | { kind: "taken"; sinceMs?: number | undefined };

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
  if (standing && isOurs) return { kind: "claimed", event: standing };
  const leaseExpiresAt = standing?.leaseExpiresAt;
  return { kind: "taken", sinceMs: leaseExpiresAt && leaseExpiresAt - ATTEMPT_LEASE_MS };
}

/**
 * Gives a claimed attempt back that nothing was sent for: it does not count, and is due as it was before. On its token,
 * because the SDK may repeat the write after another function has made the attempt.
 */
export async function releaseAttempt(claimed: EventRecord, before: EventRecord): Promise<void> {
  const { nextAttemptAt, dueShard, dueSort, dueStep } = before;
  await updateEvent(claimed, {
    // The claim may have parked it for its next wait.
    ...(dueShard !== undefined &&
      dueSort !== undefined &&
      dueStep !== undefined && { due: { dueShard, dueSort, dueStep } }),
    set: ["attempts = :before", ...(nextAttemptAt === undefined ? [] : ["nextAttemptAt = :next"])],
    remove: ["leaseExpiresAt", "attemptToken", ...(nextAttemptAt === undefined ? ["nextAttemptAt"] : [])],
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT, OUR_ATTEMPT],
    values: {
      ...onItsWay(claimed),
      ":token": claimed.attemptToken,
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
    if (!isStillPending(outcome.existing, event)) return;
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
    set: ["delivery = :dead", "diedAt = :at", "deadShard = :shard", "deadSort = :sort"],
    due: firstLook(event, at),
    remove: ENDED_ATTEMPT,
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT],
    values: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":dead": "dead",
      ":at": at,
      ":shard": deadShardOf(event.eventId),
      ":sort": deadSort(event, at),
    },
    ...(result && { log: withResult(event.log, result) }),
  });

/** By merchant and then by the time of death: one merchant's dead are next to each other. */
const deadSort = ({ merchantId, eventId }: EventRecord, diedAt: number): string =>
  `${merchantId}#${timeSort(diedAt, eventId)}`;

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

/** There is nothing to tell the endpoint; the attempt that found this out does not count. What is unfinished keeps its visit. */
export async function markNothingToTell(event: EventRecord): Promise<void> {
  const outcome = await updateEvent(event, {
    set: ["delivery = :none", "attempts = :before"],
    remove: [...ENDED_ATTEMPT, ...(event.finishedAt === undefined ? [] : [OFF_THE_LIST])],
    conditions: [ON_ITS_WAY, NO_NEWER_ATTEMPT],
    values: {
      ...onItsWay(event),
      ":known": event.attempts,
      ":before": event.attempts - 1,
      ":none": "none",
    },
  });
  await closeEnded(outcome);
}

/** A wait that is too long for the queue is spent on the due list. */
const parkedUntil = ({ eventId }: EventRecord, now: number, nextAttemptAt: number) =>
  isParked(nextAttemptAt - now) ? { due: dueAt(eventKey(eventId), nextAttemptAt) } : {};

const isStillPending = (standing: EventRecord | undefined, { generation }: EventRecord): boolean =>
  standing?.generation === generation && standing.delivery === "pending";

const withResult = (log: AttemptRecord[], result: AttemptRecord): AttemptRecord[] =>
  [...log, result].slice(-KEPT_ATTEMPTS);
