import { isParked, MAX_ATTEMPTS } from "../domain/events/callback-schedule.ts";
import { KEPT_ATTEMPTS } from "../domain/events/event.ts";
import { DUE_ATTRIBUTES, dueAt, timeOf } from "./due.ts";
import type { AttemptRecord, CallbackRecord } from "./event-record.ts";
import {
  closeEnded,
  ENDED_ATTEMPT,
  firstVisit,
  noNewerAttempt,
  notBeingSent,
  onItsWay,
  updateEvent,
} from "./event-writes.ts";
import { absent, absentOr, atMost, below, type Change, type Condition } from "./expressions.ts";
import { updateItem } from "./items.ts";
import { deadGroupOf, deadShardOf, keyOf, timeSort } from "./table.ts";

/** Longer than the function that makes the attempt can live. */
export const ATTEMPT_LEASE_MS = 125_000;

/** A claim of our own whose reply was lost is known by its token. */
export type AttemptClaim<R extends CallbackRecord> =
  | { kind: "claimed"; event: R }
  /** Since when, where an attempt is under way; otherwise the event has ended, or is gone. */
  | { kind: "taken"; sinceMs?: number | undefined };

/**
 * The attempt counts from here on, also if we die before its result. `nextAttemptAt` is set as if it had failed, so
 * that a crash keeps to the schedule. If the next wait is too long for the queue, the same write puts the event on
 * the due list.
 */
export async function claimAttempt<R extends CallbackRecord>(
  event: R,
  { token, now, nextAttemptAt }: { token: string; now: number; nextAttemptAt: number },
): Promise<AttemptClaim<R>> {
  const outcome = await updateEvent<CallbackRecord>(event, {
    set: {
      leaseExpiresAt: now + ATTEMPT_LEASE_MS,
      nextAttemptAt,
      attempts: event.attempts + 1,
      attemptToken: token,
      ...parkedUntil(event, now, nextAttemptAt),
    },
    onlyIf: [
      onItsWay(event),
      noNewerAttempt(event),
      { attempts: below(MAX_ATTEMPTS) },
      notBeingSent(now),
      { nextAttemptAt: absentOr(atMost(now)) },
    ],
  });
  const standing = outcome.written ? outcome.item : outcome.existing;
  const isOurs = standing?.attemptToken === token && standing.generation === event.generation;
  if (standing && isOurs) return { kind: "claimed", event: standing as R };
  const leaseExpiresAt = standing?.leaseExpiresAt;
  return { kind: "taken", sinceMs: leaseExpiresAt && leaseExpiresAt - ATTEMPT_LEASE_MS };
}

/** All but the last two are states of the event's delivery from then on. */
export type AttemptOutcome =
  | { kind: "delivered"; entry: AttemptRecord }
  /** After the last attempt. Without an entry if that attempt died before it had a result. */
  | { kind: "dead"; at: number; entry?: AttemptRecord }
  /** The endpoint is disabled. The attempt does not count. */
  | { kind: "held"; at: number }
  /** The endpoint's payload does not cover the event. The attempt does not count. */
  | { kind: "none" }
  | { kind: "failed"; entry: AttemptRecord & { nextAttemptAt: number } }
  /** Nothing was sent, for a temporary reason: the attempt does not count, and is due as it was before the claim. */
  | { kind: "given_back"; before: CallbackRecord };

/** A slow attempt may have been overtaken by several others. Each time the log is read to add to it. */
const MAX_TIMES_OVERTAKEN = 4;

/**
 * Writes how an attempt ended, unless a newer attempt has begun or the event has ended meanwhile. Answers the event as it
 * stands then. A success counts even when a newer attempt has begun: the merchant has the event.
 */
export async function recordOutcome(
  event: CallbackRecord,
  outcome: AttemptOutcome,
): Promise<CallbackRecord | undefined> {
  let current = event;
  for (let nth = 1; ; nth++) {
    const { onlyIf = [], ...change } = changeOf(current, outcome);
    const written = await updateEvent<CallbackRecord>(event, {
      ...change,
      onlyIf: [onItsWay(event), noNewerAttempt(current), ...onlyIf],
    });
    if (written.written) {
      await closeEnded(written.item);
      return written.item;
    }
    const { existing } = written;
    const isOvertaken = existing?.generation === event.generation && existing.delivery === "pending";
    if (outcome.kind !== "delivered" || !isOvertaken || nth === MAX_TIMES_OVERTAKEN) return existing;
    current = existing;
  }
}

type OutcomeChange = Omit<Change<CallbackRecord>, "onlyIf"> & { onlyIf?: Condition<CallbackRecord>[] };

function changeOf(event: CallbackRecord, outcome: AttemptOutcome): OutcomeChange {
  const { kind } = outcome;
  // An event that is not finished yet stays on the due list: its visit is still needed.
  const staysDue = event.finishedAt === undefined;
  const ended = [...ENDED_ATTEMPT, ...(staysDue ? [] : DUE_ATTRIBUTES)];
  const notCounted = event.attempts - 1;
  switch (kind) {
    case "delivered":
      return { set: { delivery: kind, log: withAttempt(event.log, outcome.entry) }, remove: ended };
    case "none":
      return { set: { delivery: kind, attempts: notCounted }, remove: ended };
    case "held":
      return {
        set: { delivery: kind, attempts: notCounted, ...firstVisit(event, outcome.at) },
        remove: ENDED_ATTEMPT,
      };
    case "dead":
      return {
        set: {
          delivery: kind,
          diedAt: outcome.at,
          deadShard: deadShardOf(event.eventId),
          deadSort: deadSort(event, outcome.at),
          log: outcome.entry && withAttempt(event.log, outcome.entry),
          ...firstVisit(event, outcome.at),
        },
        remove: ENDED_ATTEMPT,
      };
    case "failed":
      return {
        set: {
          nextAttemptAt: outcome.entry.nextAttemptAt,
          log: withAttempt(event.log, outcome.entry),
          ...parkedUntil(event, outcome.entry.at, outcome.entry.nextAttemptAt),
        },
        remove: ["leaseExpiresAt", "attemptToken"],
      };
    case "given_back":
      return backTo(event, outcome.before);
  }
}

/** On its token, because the SDK may repeat the write after another function has made the attempt. */
function backTo(
  { attemptToken }: CallbackRecord,
  { attempts, nextAttemptAt, dueShard, dueSort, dueStep }: CallbackRecord,
): OutcomeChange {
  const hadNone = nextAttemptAt === undefined;
  return {
    set: { attempts, nextAttemptAt, dueShard, dueSort, dueStep },
    remove: ["leaseExpiresAt", "attemptToken", ...(hadNone ? (["nextAttemptAt"] as const) : [])],
    onlyIf: [{ attemptToken: attemptToken ?? absent }],
  };
}

/** One endpoint's dead events are next to each other. */
const deadSort = ({ merchantId, endpointId, eventId }: CallbackRecord, diedAt: number): string =>
  `${deadGroupOf(merchantId, endpointId)}#${timeSort(diedAt, eventId)}`;

/**
 * Only of the delivery round that died: an event that was sent again since gets a dead letter of its own, or none.
 */
export async function markDeadLettered(event: CallbackRecord, at: number): Promise<void> {
  const outcome = await updateItem<CallbackRecord>(keyOf(event), {
    set: { deadLetteredAt: at },
    remove: event.finishedAt === undefined ? [] : DUE_ATTRIBUTES,
    onlyIf: { generation: event.generation, delivery: "dead" },
  });
  if (outcome.written) await closeEnded(outcome.item);
}

/**
 * The sweep sends another message at that time, so this one may be deleted. Only if the due list has the event by
 * then.
 */
export const isParkedUntil = ({ dueSort }: CallbackRecord, until: number, now: number): boolean =>
  isParked(until - now) && dueSort !== undefined && timeOf({ dueSort }) <= until;

const parkedUntil = (event: CallbackRecord, now: number, nextAttemptAt: number) =>
  isParked(nextAttemptAt - now) ? dueAt(event, nextAttemptAt) : {};

const withAttempt = (log: AttemptRecord[], entry: AttemptRecord): AttemptRecord[] =>
  [...log, entry].slice(-KEPT_ATTEMPTS);
