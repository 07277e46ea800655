import { type Failure, isFailure, isRejection, processorSays } from "../../domain/failure.ts";
import {
  isKeyStuck,
  isRetry,
  judgeFailure,
  type LookupResult,
  mustLookUpFirst,
  notKnownYet,
  waitAfterLookupMs,
} from "../../domain/payments/outcome-certainty.ts";
import {
  type ClaimRecord,
  dropAttempt,
  markKeyStuck,
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
 *   first attempt   send (before every send a refund lists the payment's refunds, and returns its own if it is there)
 *   retry           if the processor key is stuck or may be forgotten, look up first, and return what is found. If it is
 *                   stuck, ask under a new processor key: at once if making it twice does no harm, otherwise when no earlier
 *                   call can still run. Else send under the same one: what was done before is answered again
 *   failed retry    no answer, or turned away: 503. A rejection, or an error that is repeated: look up. Found: return it.
 *                   Not found: believe a rejection, unless an earlier call may still run. A stuck processor key: as above
 */

export type AskSteps<C, T> = {
  /** Sends the request, under the claim's processor key. */
  send: (claim: C) => Promise<T>;
  /** What was made, as it is now. Called on a retry, because the processor may repeat its first answer. */
  fetchAgain?: (made: T) => Promise<T>;
  /** Looks at the processor for what an earlier attempt made. */
  lookUp: (claim: C) => Promise<LookupResult<T>>;
  /** Gives the claim its next processor key. */
  renewKey?: (claim: C) => Promise<C>;
  /** Whether making it twice would do harm. Then a new processor key waits until the old one can make nothing any more. */
  unsafeToRepeat: boolean;
};

export const askOnce = <C extends ClaimRecord, T>(
  claim: C,
  now: number,
  steps: AskSteps<C, T>,
): Promise<T> => (isRetry(claim) ? retry(claim, now, steps) : steps.send(claim).catch(doubtReusedKey));

async function retry<C extends ClaimRecord, T>(claim: C, now: number, steps: AskSteps<C, T>): Promise<T> {
  if (mustLookUpFirst(claim, now)) {
    const found = await lookUpOrThrow(claim, steps).catch((error) => dropAttemptAndThrow(claim, error));
    if (found.kind === "made") return found.value;
  }
  if (isKeyStuck(claim)) return askUnderNewKey(claim, now, steps);
  try {
    return await sendAndFetch(claim, steps);
  } catch (error) {
    return judgeFailedRetry(claim, { now, error }, steps);
  }
}

/** The Idempotency-Key for the processor. A new number is a new key: under the old one it would repeat what it saved. */
export type ProcessorKey = { keyNumber: number; processorKey: string };

export const processorKeyOf = (claim: { operationId: string; keyNumber: number }): ProcessorKey => ({
  keyNumber: claim.keyNumber,
  processorKey: `${claim.operationId}.${claim.keyNumber}`,
});

/**
 * The work that a claim guards has failed. A rejection frees the Idempotency-Key. After an unknown outcome the claim
 * stays and its lease ends, so that the next retry resumes at once. If that write fails, the lease ends by itself.
 */
export async function endClaim(claim: ClaimRecord, now: number, error: unknown): Promise<never> {
  if (!isRejection(error)) return releaseAndThrow(claim, error);
  await rejectClaim(claim, now, error.code).catch(leaveToLease);
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

/**
 * Only for an attempt that has no call under way. Its time does not count: otherwise a client that retries often would
 * never let the time pass after which earlier attempts count as void.
 */
export async function dropAttemptAndThrow(claim: ClaimRecord, error: unknown): Promise<never> {
  await dropAttempt(claim).catch((failed: unknown) =>
    log("warn", "an attempt that has made nothing counts all the same", describeError(failed)),
  );
  throw error;
}

async function sendAndFetch<C, T>(claim: C, { send, fetchAgain }: AskSteps<C, T>): Promise<T> {
  const made = await send(claim);
  return fetchAgain ? fetchAgain(made) : made;
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
  if (said === "rejection") return believeRejection(claim, now, error);
  log("warn", "the processor's key is stuck on an answer that says nothing", { attempt: claim.attempts });
  return askUnderNewKey(claim, now, steps, error);
}

/** `stuckOn`: the answer that has just shown that the processor key is stuck. An earlier attempt may have seen that before. */
async function askUnderNewKey<C extends ClaimRecord, T>(
  claim: C,
  now: number,
  steps: AskSteps<C, T>,
  stuckOn?: Failure,
): Promise<T> {
  const waitMs = steps.unsafeToRepeat ? waitAfterLookupMs(claim, now, "stuck_key") : 0;
  if (waitMs > 0) {
    if (!stuckOn) return dropAttemptAndThrow(claim, notKnownYet(waitMs));
    await markKeyStuck(claim, now);
    throw notKnownYet(waitMs, stuckOn);
  }
  const renewed = await (steps.renewKey ?? renewKey)(claim);
  try {
    return await sendAndFetch(renewed, steps);
  } catch (error) {
    if (!isRejection(error)) throw error;
    // A call under the old processor key may have made it a moment ago, and that may be why this one is rejected.
    const found = await lookUpOrThrow(renewed, steps);
    if (found.kind === "made") return found.value;
    return processorSays(error) === "key_reused"
      ? doubtReusedKey(error)
      : believeRejection(claim, now, error);
  }
}

/** A rejection frees the Idempotency-Key, so the claim stays open while an earlier call may still make something. */
async function believeRejection(claim: ClaimRecord, now: number, rejection: Failure): Promise<never> {
  const isOwn = processorSays(rejection) === undefined;
  const waitMs = waitAfterLookupMs(claim, now, isOwn ? "own_rejection" : "rejection");
  if (waitMs === 0) throw rejection;
  return dropAttemptAndThrow(claim, notKnownYet(waitMs, rejection));
}

/** Throws where nothing can be made any more. */
async function lookUpOrThrow<C, T>(claim: C, { lookUp }: AskSteps<C, T>): Promise<LookupResult<T>> {
  const found = await lookUp(claim);
  if (found.kind === "impossible" && found.failure) throw found.failure;
  return found;
}
