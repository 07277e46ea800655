import { FIRST_LOOK_MS } from "../domain/due-looks.ts";
import { isErased } from "../domain/erasure.ts";
import type { FailureCode } from "../domain/failure.ts";
import { REFUSED_CLAIM_TTL_SECONDS, type StoredAnswer, type TURNED_AWAY } from "../domain/payments/claim.ts";
import { expiryAt } from "../domain/time.ts";
import { log } from "../logger.ts";
import { writeTimeMs } from "../write-clock.ts";
import {
  type ClaimedRecord,
  inProgress,
  packAnswer,
  SAME_GENERATION,
  unpackAnswer,
  updateClaim,
} from "./claim-writes.ts";
import { updateItem, type WriteOutcome } from "./client.ts";
import { NOT_ERASED } from "./conditions.ts";
import { dueIn, dueValues, OFF_THE_LIST, ON_THE_LIST } from "./due.ts";
import { keyOf } from "./table.ts";

/*
 * How a claim that is held ends, or is left for the next request. claims.ts says how one is taken, and what holds.
 */

/** The processor's key is stuck on an answer that says nothing. From now on nothing is sent under it any more. */
export const markIndeterminate = (record: ClaimedRecord, at: number): Promise<unknown> =>
  updateClaim(record, {
    update: "SET indeterminateAt = :at, leaseExpiresAt = :now",
    and: [SAME_GENERATION],
    values: { ":generation": record.generation, ":at": at, ":now": 0 },
  });

/** The latest attempt ends without having sent anything: what there may be was made by those before it. */
export const markUnsent = async (record: ClaimedRecord): Promise<unknown> =>
  record.previousAttemptAt !== undefined &&
  updateClaim(record, {
    update: "SET attemptedAt = :previous",
    values: { ":previous": record.previousAttemptAt },
  });

/** What only an open claim needs: every later write of the record is billed by its size. */
const ENDED = "leaseExpiresAt, claimedAt, attemptedAt, previousAttemptAt, attempts, looks, parametersVersion";

/**
 * Ends the work. `established` attributes are set only where nothing stands yet: a webhook that overtook us knows
 * more than we do, unless it spoke of another intent. The answer gives ours out, and that is the payment's from then on.
 * A former owner that was replaced writes nothing and answers what its successor stored.
 *
 * Of an erased merchant's work the answer is not stored: no client is left to ask for it, and it would bring back what
 * was erased. Whether it was is part of the write's condition, so an erasure cannot come in between.
 *
 * `isBehind`: what is established may be the past, as it is where another intent was replaced. Then it stays on the due
 * list until somebody has caught up (markCaughtUp), so that not even our death leaves it in the past.
 */
export async function complete<R extends ClaimedRecord>(
  record: R,
  answer: StoredAnswer,
  established: Record<string, unknown> = {},
  isBehind = false,
): Promise<StoredAnswer & { replayed: boolean; isBehind?: true }> {
  const outcome = await markCompleted(record, { established, answer, isBehind });
  if (outcome.written) return { ...answer, replayed: false, ...(isBehind && { isBehind }) };
  const { existing } = outcome;
  const isOurs = existing?.ownerToken === record.ownerToken;
  const isReplacing = existing?.state === "claimed" && isOurs && isOfAnother(existing, established);
  const isLate = isBehind || isReplacing;
  if (isReplacing) {
    log("error", "a webhook has told an open creation of another intent than its own");
    const replaced = await markCompleted(record, { established, answer, isBehind: true, isReplacing });
    if (replaced.written) return { ...answer, replayed: false, isBehind: true };
  }
  if (existing && isErased(existing) && isOurs) {
    await markCompleted(record, { established, isBehind: isLate, isReplacing });
    return { ...answer, replayed: false, ...(isLate && { isBehind: true }) };
  }
  if (!existing?.answer) throw inProgress(existing);
  const reply = { ...unpackAnswer(existing.answer, record), replayed: !isOurs };
  return isOurs && isLate ? { ...reply, isBehind: true } : reply;
}

const INTENT = "processorPaymentIntentId";

const isOfAnother = (existing: object, established: Record<string, unknown>): boolean => {
  const { [INTENT]: stored } = existing as { [INTENT]?: string };
  return stored !== undefined && established[INTENT] !== undefined && stored !== established[INTENT];
};

/** What is established is seen: even where a webhook has overtaken us, it may not have brought all of it. */
const RAISED_REVISION = "revision = if_not_exists(revision, :justBefore) + :one";

/** What was written is known; what stands in its way is not. */
type Ended<R> = { written: true } | Extract<WriteOutcome<R>, { written: false }>;

type Completion = {
  established: Record<string, unknown>;
  /** An erased merchant's work has none. */
  answer?: StoredAnswer;
  isBehind?: boolean;
  isReplacing?: boolean;
};

function markCompleted<R extends ClaimedRecord>(
  record: R,
  { established, answer, isBehind = false, isReplacing = false }: Completion,
): Promise<Ended<R>> {
  const names = Object.keys(established).filter((name) => established[name] !== null);
  const set = (n: string) => (isReplacing ? `#${n} = :${n}` : `#${n} = if_not_exists(#${n}, :${n})`);
  const isOfThis = `(attribute_not_exists(#${INTENT}) OR #${INTENT} = :${INTENT})`;
  const sets = [
    "#state = :completed",
    ...(answer ? ["answer = :answer"] : []),
    ...names.map(set),
    ...(names.length > 0 ? [RAISED_REVISION] : []),
    ...(isBehind ? [ON_THE_LIST] : []),
  ];
  const removed = isBehind ? ENDED : `${ENDED}, ${OFF_THE_LIST}`;
  return updateClaim(record, {
    update: `SET ${sets.join(", ")} REMOVE ${removed} ADD version :one`,
    and: [...(answer ? [NOT_ERASED] : []), ...(!isReplacing && names.includes(INTENT) ? [isOfThis] : [])],
    names: Object.fromEntries(names.map((n) => [`#${n}`, n])),
    values: {
      ":completed": "completed",
      ...(answer && { ":answer": packAnswer(answer, record) }),
      ":one": 1,
      ...(names.length > 0 && { ":justBefore": writeTimeMs() - 1 }),
      ...Object.fromEntries(names.map((n) => [`:${n}`, established[n]])),
      ...(isBehind && dueValues(dueIn(record, writeTimeMs(), FIRST_LOOK_MS.claim))),
    },
    isLast: true,
  });
}

/** What was established is the present now, or nobody can find out: off the list. */
export const markCaughtUp = (record: ClaimedRecord): Promise<unknown> =>
  updateItem(keyOf(record), {
    UpdateExpression: `REMOVE ${OFF_THE_LIST}`,
    ConditionExpression: "#state = :completed",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":completed": "completed" },
    ReturnValues: "NONE",
  });

/** The outcome is unknown: keep the claim, so that the next retry resumes it at once instead of after the lease. */
export const release = (record: ClaimedRecord): Promise<unknown> =>
  updateClaim(record, { update: "SET leaseExpiresAt = :now", values: { ":now": 0 } });

/**
 * `impossible`: a visit has seen that it cannot be done any more. `turned_away`: the processor refused at the door, and
 * has not looked at the key.
 */
export type RefusalReason = FailureCode | "impossible" | typeof TURNED_AWAY;

/** The processor made nothing: the key is free again, under a new generation. */
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
