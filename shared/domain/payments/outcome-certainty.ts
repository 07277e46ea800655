import { Failure, isRejection, type ProcessorSays, processorSays } from "../failure.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import type { Claim } from "./claim.ts";

/*
 * Can an answer of the processor be believed yet? A claim's first attempt can believe it, unless its processor key is said
 * to have been used before. Before a retry an earlier attempt may have reached the processor. Three things make the retry's
 * answer doubtful:
 *
 *   - Under a known processor key the processor repeats what it saved, also an error of its own. Then the key is stuck.
 *   - It forgets a processor key after 24 hours. The same request is then carried out as a new one.
 *   - A call may still be carried out after its sender got no answer.
 *
 * Then the retry looks up what the attempts made: before it sends anything, if the processor key is stuck or may be
 * forgotten (mustLookUpFirst). The waiting times that follow are in this file.
 */

/** An hour before the processor forgets its key, we stop trusting that it remembers it. */
const KEY_TRUST_MS = 23 * HOUR_MS;

/** A call whose sender got no answer may still be carried out for so long. The processor names no bound. */
const CALL_UNDER_WAY_MS = 15 * MINUTE_MS;

/** An earlier attempt may have reached the processor, so its answer may be a repeated one. */
export const isRetry = ({ attempts }: Claim): boolean => attempts > 1;

export const isKeyStuck = (claim: Claim): boolean => claim.keyStuckAt !== undefined;

export const mayKeyBeForgotten = (claim: Claim, now: number): boolean =>
  isRetry(claim) && now - claim.claimedAt > KEY_TRUST_MS;

/** Whether no answer of the processor would say what the earlier attempts made. */
export const mustLookUpFirst = (claim: Claim, now: number): boolean =>
  isKeyStuck(claim) || mayKeyBeForgotten(claim, now);

/** What a retry's failure says about all attempts of the claim. */
export type FailureMeaning =
  /** The processor rejected the call before it looked at its key: nothing about the earlier attempts. */
  | "turned_away"
  /** It did nothing, unless it repeats what it said to an earlier attempt. */
  | "rejection"
  /** It says the same for as long as it remembers its key. */
  | "stuck_key"
  | "nothing";

const WORDS: Partial<Record<ProcessorSays, FailureMeaning>> = {
  account_lost: "turned_away",
  no_right: "turned_away",
  key_reused: "stuck_key",
  saved_error: "stuck_key",
};

export const judgeFailure = (failure: Failure): FailureMeaning =>
  WORDS[processorSays(failure) ?? "nothing"] ?? (isRejection(failure) ? "rejection" : "nothing");

/**
 * What a lookup at the processor finds of what a claim's attempts made. `not_made`: it is not there, and may still be
 * made. `impossible`: it cannot be made any more. A visit ends the claim then. A request answers `failure`, or without
 * one asks all the same and gets the processor's rejection. While the processor's numbers contradict each other it throws.
 */
export type LookupResult<T> =
  | { kind: "made"; value: T }
  | { kind: "not_made" }
  | { kind: "impossible"; failure?: Failure };

/**
 * How long to wait after a lookup that found nothing, because an earlier call may still make it. 0: no longer.
 * After a stuck processor key the wait counts from when it was found stuck, which is after the last call under it.
 * After a rejection there is no wait while the processor knows its key, because a late call gets the same rejection.
 * If it may have forgotten the key, or the rejection is our own, a late call would be carried out: wait, counted from the
 * previous attempt.
 */
export function waitAfterLookupMs(
  claim: Claim,
  now: number,
  said: "rejection" | "own_rejection" | "stuck_key",
): number {
  if (said === "stuck_key") return Math.max(0, (claim.keyStuckAt ?? now) + CALL_UNDER_WAY_MS - now);
  if (said === "rejection" && !mayKeyBeForgotten(claim, now)) return 0;
  return Math.max(0, (claim.previousAttemptAt ?? 0) + CALL_UNDER_WAY_MS - now);
}

/** The answer while that wait lasts. */
export const notKnownYet = (waitMs: number, cause?: unknown): Failure =>
  new Failure(
    "processor_unavailable",
    "The outcome at the processor is not known yet. Retry with the same key after Retry-After.",
    { cause, retryAfterSeconds: Math.ceil(waitMs / 1000) },
  );

const LOOKUP_AGE_MS = 2 * HOUR_MS;

/**
 * Whether a visit that finds nothing is the last one. So long after the last attempt the processor in all likelihood never made
 * it: by the schedule it is the fourth visit. The claim stays open for a client's retry.
 */
export const isLookupExhausted = ({ attemptedAt }: Claim, now: number): boolean =>
  now - attemptedAt >= LOOKUP_AGE_MS;
