import { Failure, isRejection, type ProcessorSays, processorSays } from "../failure.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import type { Claim } from "./claim.ts";

/*
 * Can an answer of the processor be believed yet? A claim's first attempt can believe it, unless its processor key is said
 * to have been used before. Before a retry an earlier attempt may have reached the processor. Under the same processor key
 * that does no harm: the processor carries out one call and repeats what it answered. Two things end that:
 *
 *   - What it saved may be an error of its own, which it repeats for a day. Then the key is stuck.
 *   - It forgets a processor key after 24 hours. The same request is then carried out as a new one.
 *
 * Such a key is replaced by the next. Where a second call could do harm, nothing is sent before the calls under the old one
 * have come to their end.
 */

/** An hour before the processor forgets its key, we stop trusting that it remembers it. */
const KEY_TRUST_MS = 23 * HOUR_MS;

/** A call whose sender got no answer may still be carried out for so long. The processor names no bound. */
export const CALL_UNDER_WAY_MS = 15 * MINUTE_MS;

export const isKeyOld = ({ claimedAt }: Claim, now: number): boolean => now - claimedAt > KEY_TRUST_MS;

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

export function judgeFailure(failure: Failure): FailureMeaning {
  const says = processorSays(failure);
  return (says && WORDS[says]) ?? (isRejection(failure) ? "rejection" : "nothing");
}

/**
 * What a lookup at the processor finds of what a claim's attempts made. `not_made`: it is not there, and may still be
 * made. `impossible`: it cannot be made any more. A visit ends the claim then. A request answers `failure`, or without
 * one asks all the same and gets the processor's rejection.
 */
export type LookupResult<T> =
  | { kind: "made"; value: T }
  | { kind: "not_made" }
  | { kind: "impossible"; failure?: Failure };

/** The answer while the calls under a replaced key may still be carried out. */
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
