import { Failure, isFailure, isRefusal, type ProcessorSays, processorSays } from "../domain/failure.ts";
import { type Claim, isResumed, keyHasExpired, type Sighting } from "../domain/payments/claim.ts";
import { markIndeterminate, markUnsent } from "../ledger/claim-ends.ts";
import type { ClaimedRecord } from "../ledger/claim-writes.ts";
import { renewKey } from "../ledger/claims.ts";
import { describeError, log } from "../logger.ts";
import { noDefiniteAnswer } from "../processor/errors.ts";

export type OnceSteps<R, T> = {
  /** Sends the request for it, under the processor key of the record's generation. */
  send: (record: R) => Promise<T>;
  /** Looks for what an earlier attempt made. */
  look: (record: R) => Promise<Sighting<T>>;
  /**
   * How long after the last send under a stuck key the same may be asked for under a new one. 0 where making it twice
   * does no harm: an intent without a buyer, a second capture, which the processor refuses.
   */
  pauseMs: number;
  /**
   * Where the key is the caller's own, which another payment may have used: no other key may take its place. What the
   * caller hears once nothing is found a while after the last send.
   */
  whenKeyIsAnothers?: () => Failure;
};

/** So long what was sent under the caller's own key may still be on its way. */
const OTHERS_KEY_PAUSE_MS = 15 * 60_000;

/**
 * Asks the processor for something that must happen once, under a claim that this request owns.
 *
 * The first attempt simply asks. A later one cannot trust what it hears: under a known key the processor repeats what
 * it saved, be it a success, a refusal or a 500, and it forgets the key after a day. So a later attempt asks under the
 * same key (done before → the same answer; not done → done now), and where the answer says nothing about the attempts
 * before it, it looks. What is found is adopted; what is not found is asked for under a new key, after a pause where a
 * second time would cost money. After 23 hours the processor may have forgotten the key: then it looks first, and what
 * is not found is asked for at once, under the same key.
 */
export async function askOnce<R extends ClaimedRecord, T>(
  record: R,
  at: number,
  steps: OnceSteps<R, T>,
): Promise<T> {
  if (!isResumed(record)) return steps.send(record).catch(rethrowFirst);
  if (record.indeterminateAt !== undefined || keyHasExpired(record, at)) {
    const seen = await lookFor(record, steps).catch((error) => rethrowUnsent(record, error));
    if (seen.kind === "made") return seen.value;
  }
  if (record.indeterminateAt !== undefined) return waitOrAskAnew(record, at, steps);
  try {
    return await steps.send(record);
  } catch (error) {
    return resolve(record, { at, error }, steps);
  }
}

/** On a first attempt our own key cannot have been used with other parameters, unless the ledger has lost a record. */
function rethrowFirst(error: unknown): never {
  throw processorSays(error) === "key_reused" ? noDefiniteAnswer(error) : error;
}

/**
 * This attempt has sent nothing. Were it counted, a client that retries often would leave the processor's search no
 * time: it must have seen the last attempt before it is believed that there is nothing.
 */
async function rethrowUnsent(record: ClaimedRecord, error: unknown): Promise<never> {
  await markUnsent(record).catch((failed: unknown) =>
    log("warn", "an attempt that has sent nothing counts all the same", describeError(failed)),
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
  steps: OnceSteps<R, T>,
): Promise<T> {
  if (!isFailure(error)) throw error;
  // Refused at the door, before the key was looked at: no word about the attempts before.
  if (isTurnedAway(error)) throw noDefiniteAnswer(error);
  const isStuck = isStuckOnKey(error);
  if (!isRefusal(error) && !isStuck) throw error;
  const seen = await lookFor(record, steps);
  if (seen.kind === "made") return seen.value;
  const isCallersKey = steps.whenKeyIsAnothers !== undefined;
  if (isCallersKey && (isStuck || processorSays(error) === "callers_key_reused")) {
    await markIndeterminate(record, at);
    throw notSettledYet(OTHERS_KEY_PAUSE_MS, error);
  }
  if (!isStuck) throw error;
  log("warn", "the processor's key is stuck on an answer that says nothing", { attempt: record.attempts });
  if (steps.pauseMs === 0) return askAnew(record, steps);
  await markIndeterminate(record, at);
  throw notSettledYet(steps.pauseMs, error);
}

async function waitOrAskAnew<R extends ClaimedRecord, T>(
  record: R,
  at: number,
  steps: OnceSteps<R, T>,
): Promise<T> {
  const { pauseMs, whenKeyIsAnothers } = steps;
  const leftMs = pauseLeftMs(record, at, whenKeyIsAnothers ? OTHERS_KEY_PAUSE_MS : pauseMs);
  if (leftMs > 0) throw notSettledYet(leftMs);
  if (whenKeyIsAnothers) throw whenKeyIsAnothers();
  return askAnew(record, steps);
}

/**
 * Under a new key it is a first attempt again, except for one thing: what an attempt under the old key has done after
 * all, a moment ago, may be the very reason why this one is refused.
 */
async function askAnew<R extends ClaimedRecord, T>(record: R, steps: OnceSteps<R, T>): Promise<T> {
  const renewed = await renewKey(record);
  try {
    return await steps.send(renewed);
  } catch (error) {
    if (!isRefusal(error)) return rethrowFirst(error);
    const seen = await lookFor(renewed, steps);
    return seen.kind === "made" ? seen.value : rethrowFirst(error);
  }
}

/** While the processor's numbers contradict each other nothing follows from the look: the claim stays open. */
async function lookFor<R, T>(record: R, { look }: OnceSteps<R, T>): Promise<Sighting<T>> {
  const seen = await look(record);
  if (seen.kind !== "unsettled") return seen;
  throw new Failure(
    "processor_unavailable",
    "The processor's refunds do not add up to the charge yet. Retry after Retry-After.",
    {
      retryAfterSeconds: 30,
    },
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
