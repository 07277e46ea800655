import { isErased } from "../domain/erasure.ts";
import type { FailureCode } from "../domain/failure.ts";
import { keyAttemptOf, REFUSED_CLAIM_TTL_SECONDS, type StoredAnswer } from "../domain/payments/claim.ts";
import { expiryAt } from "../domain/time.ts";
import { type ClaimedRecord, inProgress, packAnswer, unpackAnswer, updateClaim } from "./claim-writes.ts";
import { DUE_ATTRIBUTES } from "./due.ts";
import { NOT_ERASED } from "./expressions.ts";

/*
 * How a claim that is held ends, or is left for the next request. claims.ts says how one is taken, and what holds. How a
 * payment's creation is completed is in creations.ts.
 */

/** The processor's key is stuck on an answer that says nothing. From now on nothing is sent under it any more. */
export const markIndeterminate = (record: ClaimedRecord, at: number): Promise<unknown> =>
  updateClaim(record, {
    set: { indeterminateAt: at, leaseExpiresAt: 0 },
    onlyIf: [{ generation: keyAttemptOf(record) }],
  });

/** The latest attempt has made nothing and leaves nothing under way: what there may be was made by those before it. */
export const markUncounted = async (record: ClaimedRecord): Promise<unknown> =>
  record.previousAttemptAt !== undefined &&
  updateClaim(record, { set: { attemptedAt: record.previousAttemptAt } });

/** What only an open claim needs: every later write of the record is billed by its size. */
export const OPEN_ATTRIBUTES = [
  "leaseExpiresAt",
  "claimedAt",
  "attemptedAt",
  "previousAttemptAt",
  "attempts",
  "looks",
] as const;

const ENDED = { remove: [...OPEN_ATTRIBUTES, ...DUE_ATTRIBUTES], returnItem: false } as const;

/**
 * Ends the work. A former owner that was replaced writes nothing and answers what its successor stored.
 *
 * Of an erased merchant's work the answer is not stored: no client is left to ask for it, and it would bring back what
 * was erased. Whether it was is part of the write's condition, so an erasure cannot come in between.
 */
export async function complete(
  record: ClaimedRecord,
  answer: StoredAnswer,
): Promise<StoredAnswer & { replayed: boolean }> {
  const outcome = await updateClaim(record, {
    ...ENDED,
    set: { state: "completed", answer: packAnswer(answer, record) },
    onlyIf: [NOT_ERASED],
  });
  if (outcome.written) return { ...answer, replayed: false };
  const { existing } = outcome;
  const isOurs = existing?.ownerToken === record.ownerToken;
  if (existing && isErased(existing) && isOurs) {
    await updateClaim(record, { ...ENDED, set: { state: "completed" } });
    return { ...answer, replayed: false };
  }
  if (!existing?.answer) throw inProgress(existing);
  return { ...unpackAnswer(existing.answer, record), replayed: !isOurs };
}

/** The outcome is unknown: keep the claim, so that the next retry resumes it at once instead of after the lease. */
export const release = (record: ClaimedRecord): Promise<unknown> =>
  updateClaim(record, { set: { leaseExpiresAt: 0 } });

/** `impossible`: a visit has seen that it cannot be done any more. */
type RefusalReason = FailureCode | "impossible";

/** The processor made nothing: the key is free again, under a new processor key. */
export const refuse = (record: ClaimedRecord, at: number, reason: RefusalReason): Promise<unknown> =>
  updateClaim(record, {
    set: { state: "refused", refusedAs: reason, expiresAt: expiryAt(at, REFUSED_CLAIM_TTL_SECONDS) },
    remove: DUE_ATTRIBUTES,
  });

/**
 * A visit has looked for what the claim's attempts made, and found nothing. The claim stays as it is, and off the list
 * once it was looked for often enough: a client's retry resumes it as ever, and puts it back on.
 */
export const markLookedFor = (record: ClaimedRecord, isEnough: boolean): Promise<unknown> =>
  updateClaim(record, { add: { looks: 1 }, remove: isEnough ? DUE_ATTRIBUTES : [] });

/** The account is out of our reach, so no visit can ever find out: off the list, with the reason. */
export const markUnreachable = (record: ClaimedRecord): Promise<unknown> =>
  updateClaim(record, { set: { closedAs: "unreachable" }, remove: DUE_ATTRIBUTES });
