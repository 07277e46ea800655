import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/*
 * The due list: everything that was begun and must still be visited, with the time of the next visit. An item is on it
 * as long as one of these holds:
 *
 *   a claim is open, was not looked up often enough and its account can be reached, or a creation was completed and has not
 *   caught up yet
 *   an event is unfinished, or has just got an endpoint on request
 *   a delivery is pending, dead without its dead letter, or held and not checked again
 *   long work is running: a recovery, a day's statement, the lines of a payout
 *   a payout is complete at the processor and was not read yet
 *   an attention item needs a person, or is not over
 *
 * The write that opens an item puts it on the list, the write that closes it takes it off (`dueAt` in ledger/table.ts).
 */

/**
 * When a thing is visited for the first time, if it is not finished by then. `update`: an event of our own about a payment
 * that has changed; the call that recorded it has sent it by then, or has died.
 */
export const FIRST_VISIT_MS = { claim: 5 * MINUTE_MS, event: 2 * MINUTE_MS, update: MINUTE_MS } as const;

export type RetrySchedule = "visit" | "message";

const WAITS_MS: Record<RetrySchedule, readonly number[]> = {
  visit: [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS],
  // A slow queue must not fill with copies.
  message: [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS],
};

/** After the waits above, daily. */
const LAST_WAIT_MS = DAY_MS;

const MAX_STEPS = 8;

export type NextVisit = { kind: "wait"; waitMs: number; step: number } | { kind: "unresolved"; step: number };

/** `step`: how many steps of the schedule were taken before. After eight the item is unresolved, which is alarmed. */
export function nextVisit(schedule: RetrySchedule, step: number): NextVisit {
  const next = step + 1;
  if (next >= MAX_STEPS) return { kind: "unresolved", step: next };
  return { kind: "wait", waitMs: WAITS_MS[schedule][step] ?? LAST_WAIT_MS, step: next };
}

/** Visits ask the processor, which takes 25 requests a second for each of its endpoints, of all merchants together. */
const VISITS_PER_SECOND = 5;
const VISITS_PER_MINUTE = 60 * VISITS_PER_SECOND;

/** A sweep comes every minute; n counts a merchant's visits in it from 0. Those beyond its minute are put off. */
export const visitPace = (n: number): { delaySeconds: number } | { putOffMs: number } =>
  n < VISITS_PER_MINUTE
    ? { delaySeconds: Math.floor(n / VISITS_PER_SECOND) }
    : { putOffMs: Math.floor(n / VISITS_PER_MINUTE) * MINUTE_MS };

/** What the sweep sends for an item that is to be visited. `visit` counts from 1. */
export type VisitMessage = { pk: string; sk: string; visit: number };
