import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { requireNotErased } from "../domain/erasure.ts";
import { Failure } from "../domain/failure.ts";
import {
  type Claim,
  type ClaimAttempt,
  judgeClaim,
  keyAttemptOf,
  LEASE_MS,
  type StoredAnswer,
} from "../domain/payments/claim.ts";
import { type ClaimedRecord, inProgress, unpackAnswer, updateClaim } from "./claim-writes.ts";
import type { WriteOutcome } from "./client.ts";
import { type DueAttributes, dueIn } from "./due.ts";
import { sameAs, UNSEEN } from "./expressions.ts";
import { putItem, updateItem } from "./items.ts";
import { type Key, keyOf } from "./table.ts";

/*
 * Claims: work that must happen once, although the function that does it may crash.
 *
 * Guarantee: of all requests under one Idempotency-Key one owns the work at a time, and only the owner's result is
 * stored. Every write of the claim is conditional on the owner's random token, so a request that was frozen and
 * replaced writes nothing.
 *
 * The owner has a lease of 60 s, longer than any endpoint lives. Others get "in progress" meanwhile. After it, or after a
 * release, the next request takes over and does the same work under the same processor key.
 *
 * A write whose condition fails may be our own, written by a try whose reply was lost: the same token says so. A claim
 * ends completed or refused (claim-ends.ts), and never because it is old.
 */

export type ClaimOutcome<R> = { kind: "owned"; record: R } | { kind: "replay"; answer: StoredAnswer };

/** `nothing_to_resume`: there is no claim, or it was refused. */
export type ResumeOutcome<R> = ClaimOutcome<R> | { kind: "nothing_to_resume" };

/** A record without its claim: its key, whose it is, and what is its own. */
type Unclaimed = Omit<ClaimedRecord, keyof Claim>;
type Claimed<B> = B & Claim & Partial<DueAttributes>;

/** Each lost race shows a newer record to judge; more rounds than this means that many requests hammer one key. */
const MAX_ROUNDS = 4;

/**
 * Claims the work that the key stands for. A later request learns from the first one's record whether to replay, wait,
 * take over or begin again.
 */
export async function claim<B extends Unclaimed>(
  body: B,
  attempt: ClaimAttempt,
): Promise<ClaimOutcome<Claimed<B>>> {
  const first = await putItem<Claimed<B>, Key>(fresh(body, attempt, 1), UNSEEN);
  if (first.written) return { kind: "owned", record: first.item };
  const outcome = await judgeAndTake(first.existing, attempt, (refused) => reclaim(body, attempt, refused));
  // What stood there has expired meanwhile, as a refused claim does.
  if (outcome.kind === "nothing_to_resume") throw inProgress();
  return outcome;
}

/** For when nothing new may be claimed: replays or resumes what stands. */
export const resume = <R extends ClaimedRecord>(
  standing: R | undefined,
  attempt: ClaimAttempt,
): Promise<ResumeOutcome<R>> => judgeAndTake(standing, attempt, undefined);

/** Without `again` a refused claim stays as it is. */
async function judgeAndTake<R extends ClaimedRecord>(
  standing: R | undefined,
  attempt: ClaimAttempt,
  again: ((refused: R) => Promise<WriteOutcome<R>>) | undefined,
): Promise<ResumeOutcome<R>> {
  let existing = standing;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!existing) return { kind: "nothing_to_resume" };
    let taken: WriteOutcome<R>;
    switch (judgeClaim(existing, attempt)) {
      case "own":
        return { kind: "owned", record: existing };
      case "replay":
        return { kind: "replay", answer: answerOf(existing) };
      case "conflict":
        throw idempotencyConflict();
      case "in_progress":
        throw inProgress(existing);
      case "reclaim":
        if (!again) return { kind: "nothing_to_resume" };
        taken = await again(existing);
        break;
      case "take_over":
        taken = await takeOver(existing, attempt);
    }
    if (taken.written) return { kind: "owned", record: taken.item };
    existing = taken.existing;
  }
  throw inProgress(existing);
}

/** An erased merchant's work is completed without its answer, and the request that comes back for it is too late. */
function answerOf(completed: ClaimedRecord): StoredAnswer {
  requireNotErased(completed);
  if (!completed.answer) throw new Error("A completed claim has no answer.");
  return unpackAnswer(completed.answer, completed);
}

const takeOver = <R extends ClaimedRecord>(existing: R, attempt: ClaimAttempt): Promise<WriteOutcome<R>> =>
  updateItem<ClaimedRecord>(keyOf(existing), {
    set: {
      ownerToken: attempt.ownerToken,
      leaseExpiresAt: attempt.at + LEASE_MS,
      previousAttemptAt: sameAs<ClaimedRecord>("attemptedAt"),
      attemptedAt: attempt.at,
      ...firstVisit(existing, attempt.at),
    },
    remove: ["looks"],
    add: { attempts: 1 },
    onlyIf: { ownerToken: existing.ownerToken, state: "claimed" },
  }) as Promise<WriteOutcome<R>>;

const firstVisit = (key: Key, at: number) => dueIn(key, at, FIRST_VISIT_MS.claim);

/** A payment's version goes on: what a webhook has read of the refused claim must not fit the one in its place. */
const reclaim = <B extends Unclaimed>(
  body: B,
  attempt: ClaimAttempt,
  refused: Claimed<B>,
): Promise<WriteOutcome<Claimed<B>>> =>
  putItem<Claimed<B>, ClaimedRecord>(
    { ...fresh(body, attempt, keyAttemptOf(refused) + 1), ...versionAfter(refused) },
    { ownerToken: refused.ownerToken, state: "refused" },
  );

const versionAfter = ({ version, revision }: Pick<ClaimedRecord, "version" | "revision">) => ({
  ...(version !== undefined && { version: version + 1 }),
  ...(revision !== undefined && { revision }),
});

const fresh = <B extends Unclaimed>(body: B, attempt: ClaimAttempt, keyAttempt: number): Claimed<B> => ({
  ...body,
  state: "claimed",
  fingerprint: attempt.fingerprint,
  ownerToken: attempt.ownerToken,
  leaseExpiresAt: attempt.at + LEASE_MS,
  claimedAt: attempt.at,
  attemptedAt: attempt.at,
  attempts: 1,
  generation: keyAttempt,
  ...firstVisit(body, attempt.at),
});

/** The next processor key of a claim that stays ours: under the old one the processor repeats what says nothing. */
export async function renewKey<R extends ClaimedRecord>(record: R): Promise<R> {
  const keyAttempt = keyAttemptOf(record);
  const outcome = (await updateClaim<ClaimedRecord>(record, {
    set: { generation: keyAttempt + 1 },
    remove: ["indeterminateAt"],
    onlyIf: [{ generation: keyAttempt }],
  })) as WriteOutcome<R>;
  if (outcome.written) return outcome.item;
  const { existing } = outcome;
  const isOurs = existing?.ownerToken === record.ownerToken;
  if (existing && isOurs && keyAttemptOf(existing) === keyAttempt + 1) return existing;
  throw inProgress(existing);
}

const idempotencyConflict = (): Failure =>
  new Failure(
    "idempotency_conflict",
    "This Idempotency-Key was used before with a different body. Use a new key.",
  );
