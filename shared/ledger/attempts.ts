import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import {
  type EndpointPause,
  isParked,
  judgePaused,
  MAX_ATTEMPTS,
  PAUSE_MS,
  PAUSE_PATIENCE_MS,
  type PausedStep,
  PROBE_MS,
} from "../domain/events/callback-delivery.ts";
import { KEPT_ATTEMPTS } from "../domain/events/event.ts";
import { getItem } from "./client.ts";
import { placeOfDeath } from "./dead-deliveries.ts";
import { timeOf } from "./due.ts";
import type { AttemptRecord, DeliveryRecord } from "./events.ts";
import { absentOr, atMost, below, type Change, type Condition, updateItem } from "./expressions.ts";
import {
  DUE_ATTRIBUTES,
  type DueAttributes,
  deliveryKey,
  dueAt,
  expiryAt,
  type Key,
  pauseKey,
} from "./table.ts";

/* One delivery along its attempts: find → ask the endpoint's pause → claim → record the outcome → note the post. */

export const findDelivery = (eventId: string, endpointId: string): Promise<DeliveryRecord | undefined> =>
  getItem(deliveryKey(eventId, endpointId));

// ask the pause

/*
 * An endpoint whose post timed out is paused: each post to it holds a place of the sender for ten seconds, and five such
 * endpoints would leave the other merchants none. After ten seconds one delivery is the probe. If it is answered, with
 * whatever status, the pause ends; if it times out too, the pause goes on. All others wait, and no attempt is counted.
 * What has waited for two minutes, or finds a pause of two minutes, fails without a post. So eight attempts end here too.
 * A probe whose function dies leaves the pause's end, after which the next delivery is the probe.
 */

/** `probe`: the pause that this delivery is the probe of. */
export type Passage = { kind: "send"; probe?: EndpointPause } | PausedStep;

/** Asked before the attempt is claimed, of what is ready to post. */
export async function claimPassage(delivery: DeliveryRecord, now: number): Promise<Passage> {
  const pause = await findPause(delivery, now);
  if (!pause) return { kind: "send" };
  const isOver = pause.until <= now;
  const probe = isOver ? await claimProbe(delivery, pause, now) : undefined;
  if (probe) return { kind: "send", probe };
  const until = isOver ? now + PROBE_MS : pause.until;
  return judgePaused({ ...pause, until }, delivery.nextAttemptAt ?? delivery.roundStartedAt, now);
}

// claim

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
    knownBy: "attemptToken",
  });
  return outcome.written ? { kind: "claimed", delivery: outcome.item } : { kind: "taken" };
}

// record the outcome

/** `failed` leaves the delivery pending. Every other kind is its state from then on. */
export type DeliveryOutcome =
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
  outcome: DeliveryOutcome,
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

function changeOf(
  delivery: DeliveryRecord,
  outcome: DeliveryOutcome,
): Omit<Change<DeliveryRecord>, "onlyIf"> {
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
          ...placeOfDeath(delivery, outcome.at),
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

/** The due list has the delivery by then: its sweep sends another message, so this one may be deleted. */
export const isParkedUntil = ({ dueSort }: DeliveryRecord, until: number, now: number): boolean =>
  isParked(until - now) && dueSort !== undefined && timeOf({ dueSort }) <= until;

const parkedUntil = (delivery: DeliveryRecord, now: number, nextAttemptAt: number) =>
  isParked(nextAttemptAt - now) ? dueAt(delivery, nextAttemptAt) : {};

const withAttempt = (log: AttemptRecord[], entry: AttemptRecord): AttemptRecord[] =>
  [...log, entry].slice(-KEPT_ATTEMPTS);

// note the post

/** Beside the outcome: if the function dies in between, that costs a post or a probe. */
export async function notePost(
  delivery: DeliveryRecord,
  { isTimedOut, probe }: { isTimedOut: boolean; probe: EndpointPause | undefined },
  at: number,
): Promise<void> {
  if (isTimedOut) await pauseEndpoint(delivery, { since: probe?.since ?? at, at });
  else if (probe) await endPause(delivery, probe, at);
}

/** It counts until it expires, which is also how it ends. */
type PauseRecord = EndpointPause & { merchantId: string; expiresAt: number };

type Receiver = Pick<DeliveryRecord, "merchantId" | "endpointId">;

/** Where nothing was sent for a while, the next timeout is another outage. */
const expiryOf = (until: number): number => expiryAt(until + PAUSE_PATIENCE_MS, 0);

const keyFor = ({ merchantId, endpointId }: Receiver): Key => pauseKey(merchantId, endpointId);

export async function findPause(receiver: Receiver, now: number): Promise<EndpointPause | undefined> {
  const pause = await getItem<PauseRecord>(keyFor(receiver));
  return pause && pause.expiresAt * 1000 > now ? pause : undefined;
}

/** A post has timed out. `since`: that of the pause that it was the probe of. Of several posts the last one counts. */
export function pauseEndpoint(
  receiver: Receiver,
  { since, at }: { since: number; at: number },
): Promise<boolean> {
  const until = at + PAUSE_MS;
  const set = { merchantId: receiver.merchantId, since, until, expiresAt: expiryOf(until) };
  return savePause(receiver, { set, onlyIf: { until: absentOr(below(until)) } });
}

/** undefined: another delivery is the probe. */
export async function claimProbe(
  receiver: Receiver,
  { since, until: over }: EndpointPause,
  now: number,
): Promise<EndpointPause | undefined> {
  const until = now + PROBE_MS;
  const set = { until, expiresAt: expiryOf(until) };
  return (await savePause(receiver, { set, onlyIf: { until: over } })) ? { since, until } : undefined;
}

/** The probe was answered. A pause that began since stays. */
export const endPause = (receiver: Receiver, { until }: EndpointPause, at: number): Promise<boolean> =>
  savePause(receiver, { set: { until: at, expiresAt: expiryAt(at, 0) }, onlyIf: { until } });

async function savePause(receiver: Receiver, change: Change<PauseRecord>): Promise<boolean> {
  const options = { returnItem: false, readsExisting: false } as const;
  return (await updateItem<PauseRecord>(keyFor(receiver), { ...change, ...options })).written;
}
