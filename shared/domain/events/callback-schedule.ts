import { MINUTE_MS } from "../time.ts";
import type { DeliveryState } from "./event.ts";

export const MAX_ATTEMPTS = 8;

/** For name, connection, request and answer together. A receiver has 10 s in all, not 10 s a packet. */
export const POST_TOTAL_MS = 10_000;

const FIRST_WAIT_SECONDS = 30;
const GROWTH = 4;
const JITTER = 0.2;

/** A queue can hide a message for 12 h from its receipt; half an hour is left for everything in between. */
const LONGEST_WAIT_SECONDS = 11.5 * 3600;

/**
 * How long to wait after the given failed attempt (1 to 7). The jitter (−1 to 1) spreads a merchant's retries. A
 * receiver's Retry-After counts up to twice the step.
 */
export function waitSeconds(attempt: number, random: { jitter: number }, retryAfterSeconds = 0): number {
  const step = FIRST_WAIT_SECONDS * GROWTH ** (attempt - 1);
  const requestedSeconds = Math.min(retryAfterSeconds, 2 * step);
  return Math.round(
    Math.min(Math.max(step * (1 + JITTER * random.jitter), requestedSeconds), LONGEST_WAIT_SECONDS),
  );
}

/** Longer waits leave the queue: how many messages it hides is bounded, and a dead endpoint could fill it. */
const LONGEST_IN_QUEUE_MS = 15 * 60_000;

export const isParked = (waitMs: number): boolean => waitMs > LONGEST_IN_QUEUE_MS;

/** Date.parse alone would find a year in almost any text. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds or a date, as RFC 9110 allows; anything else is ignored. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}

/** A server that has just come back after an outage gets what it missed at this pace, not all at once. */
const REDELIVERIES_PER_SECOND = 25;

/** A queue can delay a message by 900 s; a few are left for the call that sends it. */
const LONGEST_DELAY_SECONDS = 890;

export const REDELIVERY_GAP_MS = 1000 / REDELIVERIES_PER_SECOND;

/** A sweep sends a minute's worth at once; n counts an endpoint's messages from 0. */
export const redeliveryDelaySeconds = (n: number): number =>
  Math.min(Math.floor(n / REDELIVERIES_PER_SECOND), LONGEST_DELAY_SECONDS);

export const KEPT_ANSWER_BYTES = 1024;

/** What is in the queue. Only a reference: the ledger has the delivery, and says whether this message still counts. */
export type CallbackMessage = { eventId: string; endpointId: string; deliveryRound: number };

export function parseCallback(text: string): CallbackMessage {
  const { eventId, deliveryRound, endpointId }: Partial<CallbackMessage> = JSON.parse(text);
  if (typeof eventId !== "string" || typeof endpointId !== "string" || !Number.isSafeInteger(deliveryRound))
    throw new Error("Not a callback message.");
  return { eventId, endpointId, deliveryRound: Number(deliveryRound) };
}

/** Times are milliseconds. */
export type DeliveryStanding = {
  delivery: DeliveryState;
  deliveryRound: number;
  attempts: number;
  /** Until then an attempt may be under way. */
  leaseExpiresAt?: number | undefined;
  nextAttemptAt?: number | undefined;
  deadLetteredAt?: number | undefined;
};

export type DueStep =
  /** Delivered, held, of another delivery round, or without a callback: the message can be deleted. */
  | { kind: "nothing" }
  | { kind: "wait"; until: number }
  | { kind: "attempt" }
  /** The last attempt died before it could say how it went. */
  | { kind: "give_up" }
  /** Dead, but no dead letter is noted: the function that marked it may have died before sending it. */
  | { kind: "send_dead_letter" };

/**
 * `deliveryRound` is the message's. One that is ahead of the ledger was sent before a restore from a backup: the due
 * list has the delivery as the ledger knows it.
 */
export function judgeDelivery(delivery: DeliveryStanding, deliveryRound: number, now: number): DueStep {
  if (delivery.deliveryRound !== deliveryRound) return { kind: "nothing" };
  if (delivery.delivery === "dead" && !delivery.deadLetteredAt) return { kind: "send_dead_letter" };
  if (delivery.delivery !== "pending") return { kind: "nothing" };
  return judgePending(delivery, now);
}

function judgePending({ attempts, leaseExpiresAt = 0, nextAttemptAt = 0 }: DeliveryStanding, now: number) {
  // After the last attempt there is no next one to wait for.
  const isSpent = attempts >= MAX_ATTEMPTS;
  const until = isSpent ? leaseExpiresAt : Math.max(leaseExpiresAt, nextAttemptAt);
  if (until > now) return { kind: "wait", until } as const;
  return { kind: isSpent ? "give_up" : "attempt" } as const;
}

/** Posts to an endpoint time out since then. Until a time nothing is sent to it; after that one delivery is the probe. */
export type EndpointPause = { since: number; until: number };

export const PAUSE_MS = 10_000;

/** Longer than a post takes, so that no second probe is sent while the first one hangs. */
export const PROBE_MS = PAUSE_MS + POST_TOTAL_MS;

/** So long an endpoint may hang before it costs its events an attempt, and so long an attempt waits in all. */
export const PAUSE_PATIENCE_MS = 2 * MINUTE_MS;

/** `fail`: the attempt counts as failed, without a post. */
export type PausedStep = { kind: "wait"; until: number } | { kind: "fail" };

/**
 * What a delivery does while its endpoint is paused; `dueSince`: when its attempt fell due. It waits for the pause's end
 * first, and then as long again as it has waited: a backlog looks a few times, not every ten seconds.
 */
export function judgePaused({ since, until }: EndpointPause, dueSince: number, now: number): PausedStep {
  const from = Math.min(since, dueSince);
  const waitedMs = now - from;
  if (waitedMs >= PAUSE_PATIENCE_MS) return { kind: "fail" };
  return { kind: "wait", until: Math.min(Math.max(until, now + waitedMs), from + PAUSE_PATIENCE_MS) };
}
