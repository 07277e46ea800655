import { Failure, isFailure, isRefusal, processorSays } from "../../domain/failure.ts";
import {
  doubtMs,
  isKeyStuck,
  isResumed,
  judgeFailure,
  type LookupResult,
  mustLookFirst,
  notKnownYet,
} from "../../domain/payments/believe.ts";
import { keyNumberOf } from "../../domain/payments/claim.ts";
import { markMoneyMayHaveMoved } from "../../invocation.ts";
import {
  type ClaimedRecord,
  dropAttempt,
  markKeyStuck,
  refuseClaim,
  releaseClaim,
  renewKey,
} from "../../ledger/claims.ts";
import { describeError, log } from "../../logger.ts";
import { noDefiniteAnswer } from "../../processor/errors.ts";

/*
 * Asks the processor for something that must happen once, under a claim that this request owns. It returns or throws only
 * what can be believed of all attempts together (domain/payments/believe.ts). Otherwise it throws a 503 and the claim
 * stays open for the next attempt.
 *
 *   first attempt    send
 *   later attempt    if the key is stuck or may be forgotten, look before anything is sent, and return what is found.
 *                    If it is stuck, ask under a new key: at once if making it twice does no harm, otherwise when no
 *                    earlier call can still run. Else send under the same key: what was done before is answered again
 *   its failure      no answer, or turned away: 503. A refusal, or an error that is repeated: look. Found: return it. Not
 *                    found: believe a refusal, unless an earlier call may still run. A stuck key: as above
 */

export type AskSteps<R, T> = {
  /** Sends the request, under the record's processor key. */
  send: (record: R) => Promise<T>;
  /** What was made, as it is now. Called on a later attempt, because the processor may repeat its first answer. */
  fetchAgain?: (made: T) => Promise<T>;
  /** Looks for what an earlier attempt made. */
  findAtProcessor: (record: R) => Promise<LookupResult<T>>;
  /** Gives the claim its next processor key. */
  renewKey?: (record: R) => Promise<R>;
  /** Whether making it twice would do harm. Then a new key is used only once the old one can make nothing any more. */
  isHarmfulTwice: boolean;
};

export const askOnce = <R extends ClaimedRecord, T>(
  record: R,
  now: number,
  steps: AskSteps<R, T>,
): Promise<T> =>
  isResumed(record)
    ? askAgain(record, now, steps).catch(rethrowLater)
    : steps.send(record).catch(doubtReusedKey);

async function askAgain<R extends ClaimedRecord, T>(
  record: R,
  now: number,
  steps: AskSteps<R, T>,
): Promise<T> {
  if (mustLookFirst(record, now)) {
    const found = await find(record, steps).catch((error) => rethrowUncounted(record, error));
    if (found.kind === "made") return found.value;
  }
  if (isKeyStuck(record)) return askAnew(record, now, steps);
  try {
    return await sendAgain(record, steps);
  } catch (error) {
    return resolve(record, { now, error }, steps);
  }
}

/** The Idempotency-Key for the processor. A new number is a new key: under the old one it would repeat what it saved. */
type ProcessorKey = { keyNumber: number; processorKey: string };

type OperationSteps<R, T> = Omit<AskSteps<R, T>, "send" | "renewKey"> & {
  send: (key: ProcessorKey) => Promise<T>;
  /** Which request of ours shows a client the outcome. */
  whereToLook: string;
};

/**
 * With an Idempotency-Key there is a record, and it is done at most once. Without one each decision is sent once. Only a
 * refund of what is left decides again, after a refusal.
 */
export async function askForOperation<R extends ClaimedRecord, T>(
  { record, operationId, now }: { record: R | undefined; operationId: string; now: number },
  { send, whereToLook, ...steps }: OperationSteps<R, T>,
): Promise<T> {
  if (!record) return askWithoutKey(() => send({ keyNumber: 1, processorKey: operationId }), whereToLook);
  const sendUnderClaim = (claimed: R): Promise<T> => {
    const keyNumber = keyNumberOf(claimed);
    return send({ keyNumber, processorKey: `${operationId}.${keyNumber}` });
  };
  return askOnce(record, now, { ...steps, send: sendUnderClaim });
}

/** Without an Idempotency-Key a repetition would be a second operation: once the call may have left, no answer invites one. */
async function askWithoutKey<T>(send: () => Promise<T>, whereToLook: string): Promise<T> {
  markMoneyMayHaveMoved();
  try {
    return await send();
  } catch (error) {
    // If our own key lacks a right, nothing was done.
    if (processorSays(error) === "no_right" || !isFailure(error, "processor_unavailable")) throw error;
    const detail = `The outcome is unknown. Check ${whereToLook} before you repeat the request, and send an Idempotency-Key with it.`;
    throw new Failure("outcome_unknown", detail, { cause: error });
  }
}

/**
 * For `.catch` behind the work that a claim guards. A refusal frees the client's key. After an unknown outcome the claim
 * stays and its lease ends, so that the next retry resumes at once. If that write fails, the lease ends by itself. An
 * operation without an Idempotency-Key has no record.
 */
export const endClaim =
  (record: ClaimedRecord | undefined, now: number) =>
  async (error: unknown): Promise<never> => {
    const ending = record && (isRefusal(error) ? refuseClaim(record, now, error.code) : releaseClaim(record));
    await ending?.catch((failed: unknown) =>
      log("warn", "a claim could not be ended; its lease will", describeError(failed)),
    );
    throw error;
  };

/** On a first attempt our own key cannot have been used with other parameters, unless the ledger has lost a record. */
function doubtReusedKey(error: unknown): never {
  throw processorSays(error) === "key_reused" ? noDefiniteAnswer(error) : error;
}

/** "Nothing was sent" would be untrue: earlier attempts were, and a part of this one may have been. */
function rethrowLater(error: unknown): never {
  if (processorSays(error) !== "not_asked") throw error;
  const detail =
    "Too little time was left to find out what the earlier attempts did. Retry with the same key after Retry-After.";
  throw new Failure("service_unavailable", detail, { cause: error, retryAfterSeconds: 1 });
}

/**
 * Not counted: otherwise a client that retries often would never let the time pass after which earlier attempts count
 * as void.
 */
async function rethrowUncounted(record: ClaimedRecord, error: unknown): Promise<never> {
  await dropAttempt(record).catch((failed: unknown) =>
    log("warn", "an attempt that has made nothing counts all the same", describeError(failed)),
  );
  throw error;
}

async function sendAgain<R, T>(record: R, { send, fetchAgain }: AskSteps<R, T>): Promise<T> {
  const made = await send(record);
  return fetchAgain ? fetchAgain(made) : made;
}

/** What a failed later attempt means for all attempts together. */
async function resolve<R extends ClaimedRecord, T>(
  record: R,
  { now, error }: { now: number; error: unknown },
  steps: AskSteps<R, T>,
): Promise<T> {
  if (!isFailure(error)) throw error;
  const said = judgeFailure(error);
  if (said === "turned_away") throw noDefiniteAnswer(error);
  if (said === "nothing") throw error;
  const found = await find(record, steps);
  if (found.kind === "made") return found.value;
  if (said === "refusal") return believeRefusal(record, now, error);
  log("warn", "the processor's key is stuck on an answer that says nothing", { attempt: record.attempts });
  return askAnew(record, now, steps, error);
}

/** `stuckOn`: the answer that has just shown that the key is stuck. An earlier attempt may have seen that before. */
async function askAnew<R extends ClaimedRecord, T>(
  record: R,
  now: number,
  steps: AskSteps<R, T>,
  stuckOn?: Failure,
): Promise<T> {
  const waitMs = steps.isHarmfulTwice ? doubtMs(record, now, "stuck_key") : 0;
  if (waitMs > 0) {
    if (stuckOn) await markKeyStuck(record, now);
    throw notKnownYet(waitMs, stuckOn);
  }
  const renewed = await (steps.renewKey ?? renewKey)(record);
  try {
    return await sendAgain(renewed, steps);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A call under the old key may have made it a moment ago, and that may be why this one is refused.
    const found = await find(renewed, steps);
    if (found.kind === "made") return found.value;
    return processorSays(error) === "key_reused" ? doubtReusedKey(error) : believeRefusal(record, now, error);
  }
}

/** A refusal frees the client's key, so the claim stays open while an earlier call may still make something. */
async function believeRefusal(record: ClaimedRecord, now: number, refusal: Failure): Promise<never> {
  const waitMs = doubtMs(record, now, "refusal");
  if (waitMs === 0) throw refusal;
  return rethrowUncounted(record, notKnownYet(waitMs, refusal));
}

/** While the processor's numbers contradict each other the lookup says nothing, and the claim stays open. */
async function find<R, T>(record: R, { findAtProcessor }: AskSteps<R, T>): Promise<LookupResult<T>> {
  const found = await findAtProcessor(record);
  if (found.kind === "impossible" && found.failure) throw found.failure;
  if (found.kind !== "unsettled") return found;
  throw new Failure(
    "processor_unavailable",
    "The processor's refunds do not add up to the charge yet. Retry after Retry-After.",
    { retryAfterSeconds: 30 },
  );
}
