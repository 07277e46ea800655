import {
  type Claim,
  judgeClaim,
  LEASE_MS,
  REFUSED_CLAIM_TTL_SECONDS,
  type StoredAnswer,
} from "../domain/claim.ts";
import { Failure } from "../domain/failure.ts";
import { putItem, updateItem, type WriteOutcome } from "./client.ts";
import type { Key } from "./table.ts";

/** Any record that carries a claim: a payment or an account being created, a keyed capture or refund. */
export type ClaimedRecord = Key & Claim;

export type ClaimAttempt = { fingerprint: string; ownerToken: string; at: number };

export type ClaimOutcome<R> = { kind: "owned"; record: R } | { kind: "replay"; answer: StoredAnswer };

export type RevisitOutcome<R> = ClaimOutcome<R> | { kind: "vacant" };

type Unclaimed<R> = Omit<R, keyof Claim>;

const UNSEEN = "attribute_not_exists(pk)";
const STILL_OURS = "ownerToken = :owner AND #state = :claimed";
const STILL_THEIRS = "ownerToken = :theirs AND #state = :claimed";
const STILL_REFUSED = "ownerToken = :theirs AND #state = :refused";

/** Each lost race shows a newer record to judge; more rounds than this means that somebody is hammering one key. */
const MAX_ROUNDS = 4;

/**
 * Claims the work that the key stands for. Whoever is second learns from the winner's record whether to replay,
 * wait, take over or begin again.
 */
export async function claim<R extends ClaimedRecord>(
  record: Unclaimed<R>,
  attempt: ClaimAttempt,
): Promise<ClaimOutcome<R>> {
  const first = await putItem(fresh<R>(record, attempt, 1), { ConditionExpression: UNSEEN });
  if (first.written) return { kind: "owned", record: first.item };
  const outcome = await contend(first.existing, attempt, record);
  if (outcome.kind === "vacant") throw inProgress();
  return outcome;
}

/** For when nothing new may be claimed: replays or resumes what stands, and says so when nothing does. */
export const revisit = <R extends ClaimedRecord>(
  standing: R | undefined,
  attempt: ClaimAttempt,
): Promise<RevisitOutcome<R>> => contend(standing, attempt, undefined);

async function contend<R extends ClaimedRecord>(
  standing: R | undefined,
  attempt: ClaimAttempt,
  renewal: Unclaimed<R> | undefined,
): Promise<RevisitOutcome<R>> {
  let existing = standing;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const verdict = existing ? judgeClaim(existing, attempt) : "reclaim";
    if (!existing || (verdict === "reclaim" && !renewal)) return { kind: "vacant" };
    if (verdict === "own") return { kind: "owned", record: existing };
    if (verdict === "replay" && existing.answer) return { kind: "replay", answer: existing.answer };
    if (verdict === "conflict") throw idempotencyConflict();
    if (verdict === "in_progress") throw inProgress();
    const outcome = await (verdict === "reclaim" && renewal
      ? reclaim(renewal, attempt, existing)
      : takeOver(existing, attempt));
    if (outcome.written) return { kind: "owned", record: outcome.item };
    existing = outcome.existing;
  }
  throw inProgress();
}

const takeOver = <R extends ClaimedRecord>(existing: R, attempt: ClaimAttempt): Promise<WriteOutcome<R>> =>
  updateItem<R>(keyOf(existing), {
    UpdateExpression:
      "SET ownerToken = :owner, leaseExpiresAt = :lease, previousAttemptAt = attemptedAt, attemptedAt = :at " +
      "ADD attempts :one",
    ConditionExpression: STILL_THEIRS,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: {
      ":owner": attempt.ownerToken,
      ":theirs": existing.ownerToken,
      ":lease": attempt.at + LEASE_MS,
      ":at": attempt.at,
      ":one": 1,
      ":claimed": "claimed",
    },
  });

const reclaim = <R extends ClaimedRecord>(
  record: Unclaimed<R>,
  attempt: ClaimAttempt,
  refused: R,
): Promise<WriteOutcome<R>> =>
  putItem(fresh<R>(record, attempt, refused.generation + 1), {
    ConditionExpression: STILL_REFUSED,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":theirs": refused.ownerToken, ":refused": "refused" },
  });

function fresh<R extends ClaimedRecord>(record: Unclaimed<R>, attempt: ClaimAttempt, generation: number): R {
  const claim: Claim = {
    state: "claimed",
    fingerprint: attempt.fingerprint,
    ownerToken: attempt.ownerToken,
    leaseExpiresAt: attempt.at + LEASE_MS,
    claimedAt: attempt.at,
    attemptedAt: attempt.at,
    attempts: 1,
    generation,
  };
  return { ...record, ...claim } as R;
}

/**
 * Ends the work. `established` attributes are set only where nothing stands yet: a webhook that overtook us knows
 * more than we do. A former owner that was replaced writes nothing and answers what its successor stored.
 */
export async function complete<R extends ClaimedRecord>(
  record: R,
  answer: StoredAnswer,
  established: Record<string, unknown> = {},
): Promise<StoredAnswer & { replayed: boolean }> {
  const names = Object.keys(established);
  const sets = [
    "#state = :completed",
    "answer = :answer",
    ...names.map((n) => `#${n} = if_not_exists(#${n}, :${n})`),
  ];
  const outcome = await updateItem<R>(keyOf(record), {
    UpdateExpression: `SET ${sets.join(", ")} REMOVE leaseExpiresAt ADD version :one`,
    ConditionExpression: STILL_OURS,
    ExpressionAttributeNames: { "#state": "state", ...Object.fromEntries(names.map((n) => [`#${n}`, n])) },
    ExpressionAttributeValues: {
      ...ownedBy(record),
      ":completed": "completed",
      ":answer": answer,
      ":one": 1,
      ...Object.fromEntries(names.map((n) => [`:${n}`, established[n]])),
    },
  });
  if (outcome.written) return { ...answer, replayed: false };
  const stored = outcome.existing?.answer;
  if (!stored) throw inProgress();
  return { ...stored, replayed: outcome.existing?.ownerToken !== record.ownerToken };
}

/** The outcome is unknown: keep the claim, so that the next retry resumes it at once instead of after the lease. */
export const release = (record: ClaimedRecord): Promise<unknown> =>
  updateItem(keyOf(record), {
    UpdateExpression: "SET leaseExpiresAt = :now",
    ConditionExpression: STILL_OURS,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ...ownedBy(record), ":now": 0 },
  });

/** The processor made nothing: the key is free again, under a new generation. */
export const refuse = (record: ClaimedRecord, at: number): Promise<unknown> =>
  updateItem(keyOf(record), {
    UpdateExpression: "SET #state = :refused, expiresAt = :expiresAt",
    ConditionExpression: STILL_OURS,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: {
      ...ownedBy(record),
      ":refused": "refused",
      ":expiresAt": Math.floor(at / 1000) + REFUSED_CLAIM_TTL_SECONDS,
    },
  });

const ownedBy = (record: Claim) => ({ ":owner": record.ownerToken, ":claimed": "claimed" });

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

export const inProgress = (): Failure =>
  new Failure("in_progress", "The same request is still in flight; retry shortly.", { retryAfterSeconds: 1 });

export const idempotencyConflict = (cause?: unknown): Failure =>
  new Failure("idempotency_conflict", "This Idempotency-Key was used before with a different body.", {
    cause,
  });
