import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/*
 * The due list: everything that was begun and must still be visited, with the time of the next visit. An item is on it
 * exactly as long as one of these holds:
 *
 *   a claim is open and was not searched for often enough, or a creation was completed and has not caught up yet
 *   an event is unfinished, pending, dead without its dead letter, or held and not checked again
 *   long work is running: a recovery, a day's statement, the lines of a payout
 *   a payout is complete at the processor and was not read yet
 *   an attention item needs a person, or is not over
 *
 * The write that opens an item puts it on the list, the write that closes it takes it off (ledger/due.ts). The sweep
 * moves due items one step on. After eight steps an item is unresolved. This file has only the waits.
 */

/** When a thing is looked at for the first time, should it not be finished by then. */
export const FIRST_LOOK_MS = { claim: 5 * MINUTE_MS, event: 2 * MINUTE_MS } as const;

/** What a visit looks at again, and what only waits for a message that was sent. */
export type Ladder = "visit" | "message";

const WAITS_MS: Record<Ladder, readonly number[]> = {
  visit: [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS],
  // A slow queue must not fill with copies.
  message: [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS],
};

/** From the last rung on, daily. */
const LAST_WAIT_MS = DAY_MS;

const MAX_STEPS = 8;

export type NextLook = { kind: "wait"; waitMs: number; step: number } | { kind: "unresolved"; step: number };

/** When a thing is looked at next that has been moved along its ladder `step` times before this look. */
export function nextLook(ladder: Ladder, step: number): NextLook {
  const next = step + 1;
  if (next >= MAX_STEPS) return { kind: "unresolved", step: next };
  return { kind: "wait", waitMs: WAITS_MS[ladder][step] ?? LAST_WAIT_MS, step: next };
}

/**
 * After three looks that found nothing, the last of them two hours or more after the last attempt, visits stop: what was
 * asked for was in all likelihood never made. The claim stays open for a client's retry.
 */
const ENOUGH_LOOKS = 3;
const LOOKED_LATE_MS = 2 * HOUR_MS;

/** Whether an open claim was looked for often enough to take it off the list. It stays claimed all the same. */
export const isLookedForEnough = (
  { looks = 0, attemptedAt }: { looks?: number | undefined; attemptedAt: number },
  at: number,
): boolean => looks + 1 >= ENOUGH_LOOKS && at - attemptedAt >= LOOKED_LATE_MS;
