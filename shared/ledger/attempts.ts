import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { isParked, MAX_ATTEMPTS } from "../domain/events/callback-schedule.ts";
import { KEPT_ATTEMPTS } from "../domain/events/event.ts";
import { getItem } from "./client.ts";
import { DUE_ATTRIBUTES, type DueAttributes, dueAt, timeOf } from "./due.ts";
import type { AttemptRecord, DeliveryRecord } from "./events.ts";
import { absentOr, atMost, below, type Change, type Condition, updateItem } from "./expressions.ts";
import { deadShardOf, deliveryKey, timeSort } from "./table.ts";

/* One delivery along its attempts. */

export const findDelivery = (eventId: string, endpointId: string): Promise<DeliveryRecord | undefined> =>
  getItem(deliveryKey(eventId, endpointId));

export const ENDED_ATTEMPT = ["leaseExpiresAt", "nextAttemptAt", "attemptToken"] as const;

const onItsWay = ({ deliveryRound }: DeliveryRecord): Condition<DeliveryRecord> => ({
  deliveryRound,
  delivery: "pending",
});

const noNewerAttempt = ({ attempts }: DeliveryRecord): Condition<DeliveryRecord> => ({ attempts });

export const notBeingSent = (now: number): Condition<DeliveryRecord> => ({
  leaseExpiresAt: absentOr(atMost(now)),
});

export const firstVisit = (delivery: DeliveryRecord, at: number): DueAttributes =>
  dueAt(delivery, at + FIRST_VISIT_MS.event);

/** Longer than the function that makes the attempt can live. */
export const ATTEMPT_LEASE_MS = 125_000;

/** A claim of our own whose reply was lost is known by its token. */
export type AttemptClaim =
  | { kind: "claimed"; delivery: DeliveryRecord }
  /** Another attempt is under way, or the delivery has ended or is gone. */
  | { kind: "taken" };

/**
 * The attempt counts from here on, also if we die before its result. `nextAttemptAt` is set as if it had failed, so
 * that a crash keeps to the schedule. If the next wait is too long for the queue, the same write puts the delivery on
 * the due list.
 */
export async function claimAttempt(
  delivery: DeliveryRecord,
  { token, now, nextAttemptAt }: { token: string; now: number; nextAttemptAt: number },
): Promise<AttemptClaim> {
  const outcome = await updateItem<DeliveryRecord>(delivery, {
    set: {
      leaseExpiresAt: now + ATTEMPT_LEASE_MS,
      nextAttemptAt,
      attempts: delivery.attempts + 1,
      attemptToken: token,
      ...parkedUntil(delivery, now, nextAttemptAt),
    },
    onlyIf: [
      onItsWay(delivery),
      noNewerAttempt(delivery),
      { attempts: below(MAX_ATTEMPTS) },
      notBeingSent(now),
      { nextAttemptAt: absentOr(atMost(now)) },
    ],
  });
  const standing = outcome.written ? outcome.item : outcome.existing;
  const isOurs = standing?.attemptToken === token && standing.deliveryRound === delivery.deliveryRound;
  return standing && isOurs ? { kind: "claimed", delivery: standing } : { kind: "taken" };
}

/** All but the last one are states of the delivery from then on. */
export type AttemptOutcome =
  | { kind: "delivered"; entry: AttemptRecord }
  /** After the last attempt. Without an entry if that attempt died before it had a result. */
  | { kind: "dead"; at: number; entry?: AttemptRecord }
  | Unattempted
  | { kind: "failed"; entry: AttemptRecord & { nextAttemptAt: number } };

/** No attempt is claimed for it. */
export type Unattempted =
  /** The endpoint is disabled. */
  | { kind: "held"; at: number }
  /** The endpoint is gone, or its payload does not cover the event. */
  | { kind: "none" };

/** A slow attempt may have been overtaken by several others. Each time the log is read to add to it. */
const MAX_TIMES_OVERTAKEN = 4;

/**
 * Writes how an attempt ended, unless a newer attempt has begun or the delivery has ended meanwhile. Answers it as it
 * stands then. A success counts even when a newer attempt has begun: the merchant has the event. The whole log is written,
 * because a write that the SDK repeats must not append twice.
 */
export async function recordOutcome(
  delivery: DeliveryRecord,
  outcome: AttemptOutcome,
): Promise<DeliveryRecord | undefined> {
  let current = delivery;
  for (let nth = 1; ; nth++) {
    const change = changeOf(current, outcome);
    const written = await updateItem<DeliveryRecord>(delivery, {
      ...change,
      onlyIf: [onItsWay(delivery), noNewerAttempt(current)],
    });
    if (written.written) return written.item;
    const { existing } = written;
    const isOvertaken = existing?.deliveryRound === delivery.deliveryRound && existing.delivery === "pending";
    if (outcome.kind !== "delivered" || !isOvertaken || nth === MAX_TIMES_OVERTAKEN) return existing;
    current = existing;
  }
}

function changeOf(delivery: DeliveryRecord, outcome: AttemptOutcome): Omit<Change<DeliveryRecord>, "onlyIf"> {
  const { kind } = outcome;
  const ended = [...ENDED_ATTEMPT, ...DUE_ATTRIBUTES];
  switch (kind) {
    case "delivered":
      return { set: { delivery: kind, log: withAttempt(delivery.log, outcome.entry) }, remove: ended };
    case "none":
      return { set: { delivery: kind }, remove: ended };
    case "held":
      return { set: { delivery: kind, ...firstVisit(delivery, outcome.at) }, remove: ENDED_ATTEMPT };
    case "dead":
      return {
        set: {
          delivery: kind,
          diedAt: outcome.at,
          deadShard: deadShardOf(delivery.eventId),
          deadSort: deadSort(delivery, outcome.at),
          log: outcome.entry && withAttempt(delivery.log, outcome.entry),
          ...firstVisit(delivery, outcome.at),
        },
        remove: ENDED_ATTEMPT,
      };
    case "failed":
      return {
        set: {
          nextAttemptAt: outcome.entry.nextAttemptAt,
          log: withAttempt(delivery.log, outcome.entry),
          ...parkedUntil(delivery, outcome.entry.at, outcome.entry.nextAttemptAt),
        },
        remove: ["leaseExpiresAt", "attemptToken"],
      };
  }
}

/** One endpoint's dead ones are next to each other. */
const deadSort = ({ merchantId, endpointId, eventId }: DeliveryRecord, diedAt: number): string =>
  `${merchantId}/${endpointId}#${timeSort(diedAt, eventId)}`;

/** Only of the delivery round that died: one that was sent again since gets a dead letter of its own, or none. */
export const markDeadLettered = (delivery: DeliveryRecord, at: number): Promise<unknown> =>
  updateItem<DeliveryRecord>(delivery, {
    set: { deadLetteredAt: at },
    remove: DUE_ATTRIBUTES,
    onlyIf: { deliveryRound: delivery.deliveryRound, delivery: "dead" },
  });

/**
 * The sweep sends another message at that time, so this one may be deleted. Only if the due list has the delivery by
 * then.
 */
export const isParkedUntil = ({ dueSort }: DeliveryRecord, until: number, now: number): boolean =>
  isParked(until - now) && dueSort !== undefined && timeOf({ dueSort }) <= until;

const parkedUntil = (delivery: DeliveryRecord, now: number, nextAttemptAt: number) =>
  isParked(nextAttemptAt - now) ? dueAt(delivery, nextAttemptAt) : {};

const withAttempt = (log: AttemptRecord[], entry: AttemptRecord): AttemptRecord[] =>
  [...log, entry].slice(-KEPT_ATTEMPTS);
