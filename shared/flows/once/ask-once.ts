import { type Failure, isFailure, isRejection, processorSays } from "../../domain/failure.ts";
import {
  CALL_UNDER_WAY_MS,
  isKeyOld,
  judgeFailure,
  type LookupResult,
  notKnownYet,
} from "../../domain/payments/outcome-certainty.ts";
import {
  type ClaimRecord,
  isRetry,
  type KeyChange,
  rejectClaim,
  releaseClaim,
  renewKey,
} from "../../ledger/claims.ts";
import { noDefiniteAnswer } from "../../processor/errors.ts";
import { describeError, log } from "../../runtime/logger.ts";

/*
 * Asks the processor for something that must happen once, under a claim that this request owns. It returns or throws only
 * what can be believed of all attempts together (domain/payments/outcome-certainty.ts). Otherwise it throws a 503 and the claim
 * stays open for the next retry.
 *
 *   look up        what is unsafe to repeat, before every attempt; all else only if the processor key is a day old. Return
 *                  what is found
 *   send           under the claim's processor key. What was done before is answered again
 *   failed retry   no answer, or turned away: 503. A rejection, or an error that is repeated: look up. Found: return it.
 *                  Not found: believe a rejection
 *   replace key    if it is a day old (not of a new payment or account) or stuck on an error. Then a claim that is unsafe
 *                  to repeat, or a day old, rests until no earlier call can still run; any other is sent at once
 */

export type AskSteps<C, T> = {
  /** Sends the request, under the claim's processor key. */
  send: (claim: C) => Promise<T>;
  /** Looks at the processor for what an earlier attempt made. */
  lookUp: (claim: C) => Promise<LookupResult<T>>;
  /** Gives the claim its next processor key. */
  renewKey?: (claim: C, change: KeyChange) => Promise<C>;
  /** Whether making it twice would do harm. */
  unsafeToRepeat: boolean;
  /** It does not matter either if the processor has forgotten the key. */
  isHarmlessAtAnyAge?: true;
};

export async function askOnce<C extends ClaimRecord, T>(
  claim: C,
  now: number,
  steps: AskSteps<C, T>,
): Promise<T> {
  const isOld = isRetry(claim) && isKeyOld(claim, now);
  if (steps.unsafeToRepeat || isOld) {
    const found = await lookUpOrThrow(claim, steps);
    if (found.kind === "made") return found.value;
  }
  if (isOld && !steps.isHarmlessAtAnyAge) return askUnderNewKey(claim, { now, mustRest: true }, steps);
  try {
    return await steps.send(claim);
  } catch (error) {
    return isRetry(claim) ? judgeFailedRetry(claim, { now, error }, steps) : doubtReusedKey(error);
  }
}

/**
 * The work that a claim guards has failed. A rejection frees the Idempotency-Key. After an unknown outcome the claim
 * stays and its lease ends, so that the next retry resumes at once. If that write fails, the lease ends by itself.
 */
export async function endClaim(claim: ClaimRecord, error: unknown): Promise<never> {
  if (!isRejection(error)) return releaseAndThrow(claim, error);
  await rejectClaim(claim, error.code).catch(leaveToLease);
  throw error;
}

/** What it was claimed for may be done, or may still be: the next retry resumes at once. */
export async function releaseAndThrow(claim: ClaimRecord, error: unknown): Promise<never> {
  await releaseClaim(claim).catch(leaveToLease);
  throw error;
}

const leaveToLease = (failed: unknown): void =>
  log("warn", "a claim could not be ended; its lease will", describeError(failed));

/** The first call under a processor key cannot be one with other parameters, unless the ledger has lost a claim. */
function doubtReusedKey(error: unknown): never {
  throw processorSays(error) === "key_reused" ? noDefiniteAnswer(error) : error;
}

/** What a failed retry means for all attempts together. */
async function judgeFailedRetry<C extends ClaimRecord, T>(
  claim: C,
  { now, error }: { now: number; error: unknown },
  steps: AskSteps<C, T>,
): Promise<T> {
  if (!isFailure(error)) throw error;
  const said = judgeFailure(error);
  if (said === "turned_away") throw noDefiniteAnswer(error);
  if (said === "nothing") throw error;
  const found = await lookUpOrThrow(claim, steps);
  if (found.kind === "made") return found.value;
  if (said === "rejection") throw error;
  log("warn", "the processor's key is stuck on an answer that says nothing", { attempt: claim.attempts });
  return askUnderNewKey(claim, { now, mustRest: steps.unsafeToRepeat, cause: error }, steps);
}

async function askUnderNewKey<C extends ClaimRecord, T>(
  claim: C,
  { now, mustRest, cause }: { now: number; mustRest: boolean; cause?: Failure },
  steps: AskSteps<C, T>,
): Promise<T> {
  const restMs = mustRest ? CALL_UNDER_WAY_MS : undefined;
  const renewed = await (steps.renewKey ?? renewKey)(claim, { at: now, restMs });
  if (restMs) throw notKnownYet(restMs, cause);
  try {
    return await steps.send(renewed);
  } catch (error) {
    if (!isRejection(error)) throw error;
    // Nor does this say anything about the call under the old key, which may still be carried out.
    if (judgeFailure(error) === "turned_away") throw noDefiniteAnswer(error);
    // A call under the old processor key may have made it a moment ago, and that may be why this one is rejected.
    const found = await lookUpOrThrow(renewed, steps);
    return found.kind === "made" ? found.value : doubtReusedKey(error);
  }
}

/** Throws where nothing can be made any more. */
async function lookUpOrThrow<C, T>(claim: C, { lookUp }: AskSteps<C, T>): Promise<LookupResult<T>> {
  const found = await lookUp(claim);
  if (found.kind === "impossible" && found.failure) throw found.failure;
  return found;
}
