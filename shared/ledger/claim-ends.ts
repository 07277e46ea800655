import { isErased } from "../domain/erasure.ts";
import type { FailureCode } from "../domain/failure.ts";
import { keyAttemptOf, REFUSED_CLAIM_TTL_SECONDS, type StoredAnswer } from "../domain/payments/claim.ts";
import { expiryAt } from "../domain/time.ts";
import {
  type ClaimedRecord,
  inProgress,
  packAnswer,
  SAME_KEY_ATTEMPT,
  unpackAnswer,
  updateClaim,
} from "./claim-writes.ts";
import { NOT_ERASED } from "./conditions.ts";
import { OFF_THE_LIST } from "./due.ts";

/*
 * How a claim that is held ends, or is left for the next request. claims.ts says how one is taken, and what holds. How a
 * payment's creation is completed is in creations.ts.
 */

/** The processor's key is stuck on an answer that says nothing. From now on nothing is sent under it any more. */
export const markIndeterminate = (record: ClaimedRecord, at: number): Promise<unknown> =>
  updateClaim(record, {
    update: "SET indeterminateAt = :at, leaseExpiresAt = :now",
    and: [SAME_KEY_ATTEMPT],
    values: { ":keyAttempt": keyAttemptOf(record), ":at": at, ":now": 0 },
  });

/** The latest attempt ends without having sent anything: what there may be was made by those before it. */
export const markUnsent = async (record: ClaimedRecord): Promise<unknown> =>
  record.previousAttemptAt !== undefined &&
  updateClaim(record, {
    update: "SET attemptedAt = :previous",
    values: { ":previous": record.previousAttemptAt },
  });

/** What only an open claim needs: every later write of the record is billed by its size. */
export const ENDED = "leaseExpiresAt, claimedAt, attemptedAt, previousAttemptAt, attempts, looks";

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
    update: `SET #state = :completed, answer = :answer REMOVE ${ENDED}, ${OFF_THE_LIST}`,
    and: [NOT_ERASED],
    values: { ":completed": "completed", ":answer": packAnswer(answer, record) },
    isLast: true,
  });
  if (outcome.written) return { ...answer, replayed: false };
  const { existing } = outcome;
  const isOurs = existing?.ownerToken === record.ownerToken;
  if (existing && isErased(existing) && isOurs) {
    await updateClaim(record, {
      update: `SET #state = :completed REMOVE ${ENDED}, ${OFF_THE_LIST}`,
      values: { ":completed": "completed" },
      isLast: true,
    });
    return { ...answer, replayed: false };
  }
  if (!existing?.answer) throw inProgress(existing);
  return { ...unpackAnswer(existing.answer, record), replayed: !isOurs };
}

/** The outcome is unknown: keep the claim, so that the next retry resumes it at once instead of after the lease. */
export const release = (record: ClaimedRecord): Promise<unknown> =>
  updateClaim(record, { update: "SET leaseExpiresAt = :now", values: { ":now": 0 } });

/** `impossible`: a visit has seen that it cannot be done any more. */
type RefusalReason = FailureCode | "impossible";

/** The processor made nothing: the key is free again, under a new processor key. */
export const refuse = (record: ClaimedRecord, at: number, reason: RefusalReason): Promise<unknown> =>
  updateClaim(record, {
    update: `SET #state = :refused, refusedAs = :reason, expiresAt = :expiresAt REMOVE ${OFF_THE_LIST}`,
    values: {
      ":refused": "refused",
      ":reason": reason,
      ":expiresAt": expiryAt(at, REFUSED_CLAIM_TTL_SECONDS),
    },
  });

/**
 * A visit has looked for what the claim's attempts made, and found nothing. The claim stays as it is, and off the list
 * once it was looked for often enough: a client's retry resumes it as ever, and puts it back on.
 */
export const markLookedFor = (record: ClaimedRecord, isEnough: boolean): Promise<unknown> =>
  updateClaim(record, {
    update: `${isEnough ? `REMOVE ${OFF_THE_LIST} ` : ""}ADD looks :one`,
    values: { ":one": 1 },
  });

/** The account is out of our reach, so no visit can ever find out: off the list, with the reason. */
export const markUnreachable = (record: ClaimedRecord): Promise<unknown> =>
  updateClaim(record, {
    update: `SET closedAs = :unreachable REMOVE ${OFF_THE_LIST}`,
    values: { ":unreachable": "unreachable" },
  });
