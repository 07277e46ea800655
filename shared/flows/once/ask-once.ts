import { Failure, isFailure, isRefusal, type ProcessorSays, processorSays } from "../../domain/failure.ts";
import { type Claim, isResumed, keyHasExpired, type LookupResult } from "../../domain/payments/claim.ts";
import type { ClaimedRecord } from "../../ledger/claims.ts";
import {
  markIndeterminate,
  markUncounted,
  refuseClaim,
  releaseClaim,
  renewKey,
} from "../../ledger/claims.ts";
import { describeError, log } from "../../logger.ts";
import { noDefiniteAnswer } from "../../processor/errors.ts";

/*
 * Asks the processor for something that must happen once, under a claim that this request owns.
 *
 * The first attempt simply asks. A later one cannot trust what it hears: under a known key the processor repeats what
 * it saved, be it a success, a refusal or a 500, and it forgets the key after a day. So a later attempt asks under the
 * same key (done before → the same answer; not done → done now). Where the answer says nothing about the attempts before
 * it, it looks at the processor. What is found is adopted. What is not found is asked for under a new key, after a pause
 * where a second time would cost money. After 23 hours the processor may have forgotten the key: then it looks first, and
 * what is not found is asked for at once, under the same key. A refusal is then believed only once no earlier call can
 * still be under way.
 */

export type AskSteps<R, T> = {
  /** Sends the request for it, under the processor key of the record's key attempt. */
  send: (record: R) => Promise<T>;
  /** Looks for what an earlier attempt made. */
  findAtProcessor: (record: R) => Promise<LookupResult<T>>;
  /** Gives the claim its next processor key. */
  renewKey?: (record: R) => Promise<R>;
  /**
   * How long after the last send under a stuck key the same may be asked for under a new one. 0 where making it twice
   * does no harm: an intent without a buyer, a second capture, which the processor refuses.
   */
  pauseMs: number;
};

export async function askOnce<R extends ClaimedRecord, T>(
  record: R,
  at: number,
  steps: AskSteps<R, T>,
): Promise<T> {
  if (!isResumed(record)) return steps.send(record).catch(rethrowFirst);
  if (record.indeterminateAt !== undefined || keyHasExpired(record, at)) {
    const found = await find(record, steps).catch((error) => rethrowUncounted(record, error));
    if (found.kind === "made") return found.value;
  }
  if (record.indeterminateAt !== undefined) return waitOrAskAnew(record, at, steps);
  try {
    return await steps.send(record);
  } catch (error) {
    return resolve(record, { at, error }, steps);
  }
}

/**
 * For `.catch` behind the work that a claim guards: a refusal frees the key, an unknown outcome keeps the claim and ends
 * its lease, so that the next retry resumes at once. Should even that write fail, the lease ends by itself. An operation
 * without an Idempotency-Key has no record, and nothing to end.
 */
export const endClaim =
  (record: ClaimedRecord | undefined, at: number) =>
  async (error: unknown): Promise<never> => {
    const ending = record && (isRefusal(error) ? refuseClaim(record, at, error.code) : releaseClaim(record));
    await ending?.catch((failed: unknown) =>
      log("warn", "a claim could not be ended; its lease will", describeError(failed)),
    );
    throw error;
  };

/** On a first attempt our own key cannot have been used with other parameters, unless the ledger has lost a record. */
function rethrowFirst(error: unknown): never {
  throw processorSays(error) === "key_reused" ? noDefiniteAnswer(error) : error;
}

/**
 * This attempt has made nothing, and leaves nothing under way. If it counted, a client that retries often would never let
 * the time pass after which the attempts before it are believed to have made nothing.
 */
async function rethrowUncounted(record: ClaimedRecord, error: unknown): Promise<never> {
  await markUncounted(record).catch((failed: unknown) =>
    log("warn", "an attempt that has made nothing counts all the same", describeError(failed)),
  );
  throw error;
}

const saysOneOf =
  (...words: ProcessorSays[]) =>
  (error: Failure): boolean =>
    words.some((word) => word === processorSays(error));

const isTurnedAway = saysOneOf("account_lost", "no_right");

/** The processor says the same for as long as it remembers the key. */
const isStuckOnKey = saysOneOf("key_reused", "saved_error");

/** What a failed later attempt means for all attempts together. */
async function resolve<R extends ClaimedRecord, T>(
  record: R,
  { at, error }: { at: number; error: unknown },
  steps: AskSteps<R, T>,
): Promise<T> {
  if (!isFailure(error)) throw error;
  // Refused at the door, before the key was looked at: no word about the attempts before.
  if (isTurnedAway(error)) throw noDefiniteAnswer(error);
  const isStuck = isStuckOnKey(error);
  if (!isRefusal(error) && !isStuck) throw error;
  const found = await find(record, steps);
  if (found.kind === "made") return found.value;
  if (!isStuck) return believeRefusal(record, at, error);
  log("warn", "the processor's key is stuck on an answer that says nothing", { attempt: record.attempts });
  if (steps.pauseMs === 0) return askAnew(record, at, steps);
  await markIndeterminate(record, at);
  throw notSettledYet(steps.pauseMs, error);
}

async function waitOrAskAnew<R extends ClaimedRecord, T>(
  record: R,
  at: number,
  steps: AskSteps<R, T>,
): Promise<T> {
  const leftMs = pauseLeftMs(record, at, steps.pauseMs);
  if (leftMs > 0) throw notSettledYet(leftMs);
  return askAnew(record, at, steps);
}

/**
 * Under a new key it is a first attempt again, except for one thing: what an attempt under the old key has done after
 * all, a moment ago, may be the very reason why this one is refused.
 */
async function askAnew<R extends ClaimedRecord, T>(record: R, at: number, steps: AskSteps<R, T>): Promise<T> {
  const renewed = await (steps.renewKey ?? renewKey)(record);
  try {
    return await steps.send(renewed);
  } catch (error) {
    if (!isRefusal(error)) return rethrowFirst(error);
    const found = await find(renewed, steps);
    if (found.kind === "made") return found.value;
    return processorSays(error) === "key_reused" ? rethrowFirst(error) : believeRefusal(record, at, error);
  }
}

/** So long a call may be under way whose sender has given up. The processor names no bound. */
const CALL_UNDER_WAY_MS = 15 * 60_000;

/**
 * A refusal frees the key. After 23 hours it may be one that the processor saved a day ago and forgets just now. A call of
 * the attempt before, still under way, would then run as new, under a key that is free: the claim stays open until it has
 * landed.
 */
async function believeRefusal(record: ClaimedRecord, at: number, refusal: Failure): Promise<never> {
  const { previousAttemptAt = 0 } = record;
  const leftMs = keyHasExpired(record, at) ? previousAttemptAt + CALL_UNDER_WAY_MS - at : 0;
  if (leftMs <= 0) throw refusal;
  return rethrowUncounted(record, notSettledYet(leftMs, refusal));
}

/** While the processor's numbers contradict each other nothing follows from the lookup: the claim stays open. */
async function find<R, T>(record: R, { findAtProcessor }: AskSteps<R, T>): Promise<LookupResult<T>> {
  const found = await findAtProcessor(record);
  if (found.kind !== "unsettled") return found;
  throw new Failure(
    "processor_unavailable",
    "The processor's refunds do not add up to the charge yet. Retry after Retry-After.",
    { retryAfterSeconds: 30 },
  );
}

const pauseLeftMs = ({ indeterminateAt = 0 }: Claim, at: number, pauseMs: number): number =>
  indeterminateAt + pauseMs - at;

const notSettledYet = (leftMs: number, cause?: unknown): Failure =>
  new Failure(
    "processor_unavailable",
    "The outcome at the processor is not known yet. Retry with the same key after Retry-After.",
    { cause, retryAfterSeconds: Math.ceil(leftMs / 1000) },
  );
