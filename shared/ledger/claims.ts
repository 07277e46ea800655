import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { type Erasable, isErased, requireNotErased } from "../domain/erasure.ts";
import { Failure, type FailureCode } from "../domain/failure.ts";
import {
  type Claim,
  type ClaimAttempt,
  judgeClaim,
  keyAttemptOf,
  LEASE_MS,
  type PackedAnswer,
  REFUSED_CLAIM_TTL_SECONDS,
  type StoredAnswer,
} from "../domain/payments/claim.ts";
import { expiryAt } from "../domain/time.ts";
import type { WriteOutcome } from "./client.ts";
import { DUE_ATTRIBUTES, type DueAttributes, dueIn } from "./due.ts";
import { type Change, type Condition, NOT_ERASED, sameAs, UNSEEN } from "./expressions.ts";
import { putItem, updateItem } from "./items.ts";
import { pack, unpack } from "./packed.ts";
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
 * ends completed or refused, and never because it is old.
 */

/** Any record that carries a claim. domain/due-schedule.ts says when it is on the due list. A payment has a version, which is its lock. */
export type ClaimedRecord = Key &
  Claim &
  Partial<DueAttributes> &
  Erasable & {
    /** Of a payment: its lock, raised by every write. */
    version?: number;
    /** Of the request that claimed it first; an account's creation has none. */
    traceId?: string;
    /** Of a payment: its public version (domain/payments/public-version.ts). */
    revision?: number;
    /** Of a refused one: when the table forgets it. */
    expiresAt?: number;
    /** Why no visit looks for it any more. */
    closedAs?: "unreachable";
  };

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

/** The processor's key is stuck on an answer that says nothing. From now on nothing is sent under it any more. */
export const markKeyStuck = (record: ClaimedRecord, at: number): Promise<unknown> =>
  updateClaim(record, {
    set: { indeterminateAt: at, leaseExpiresAt: 0 },
    onlyIf: [{ generation: keyAttemptOf(record) }],
  });

/** The latest attempt has made nothing and leaves nothing under way: what there may be was made by those before it. */
export const dropAttempt = async (record: ClaimedRecord): Promise<unknown> =>
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
export async function completeClaim(
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
export const releaseClaim = (record: ClaimedRecord): Promise<unknown> =>
  updateClaim(record, { set: { leaseExpiresAt: 0 } });

/** `impossible`: a visit has seen that it cannot be done any more. */
type RefusalReason = FailureCode | "impossible";

/** The processor made nothing: the key is free again, under a new processor key. */
export const refuseClaim = (record: ClaimedRecord, at: number, reason: RefusalReason): Promise<unknown> =>
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

/** One write on an open claim. `onlyIf` are further conditions: that the claim is still ours is always one. */
type ClaimChange<R> = Omit<Change<R>, "onlyIf"> & { onlyIf?: Condition<R>[] };

/** Every write of a claim that is held goes through here, so none can forget to ask whose it is. */
export const updateClaim = <R extends ClaimedRecord>(
  record: R,
  { onlyIf = [], ...change }: ClaimChange<NoInfer<R>>,
): Promise<WriteOutcome<R>> =>
  updateItem<R>(keyOf(record), { ...change, onlyIf: [stillOurs(record) as Condition<R>, ...onlyIf] });

const stillOurs = ({ ownerToken }: ClaimedRecord): Condition<ClaimedRecord> => ({
  ownerToken,
  state: "claimed",
});

export const packAnswer = ({ status, body }: StoredAnswer, { pk }: Pick<Key, "pk">): PackedAnswer => ({
  status,
  body: pack(body, pk),
});

export const unpackAnswer = ({ status, body }: PackedAnswer, { pk }: Pick<Key, "pk">): StoredAnswer => ({
  status,
  body: unpack(body, pk).toString("utf8"),
});

/** `standing`: the claim that another request holds, where it is known. */
export const inProgress = (standing?: ClaimedRecord): Failure =>
  new Failure("in_progress", "The same request is still running. Retry after Retry-After.", {
    retryAfterSeconds: 1,
    ...(standing && { heldBy: { traceId: standing.traceId, since: standing.attemptedAt } }),
  });

const idempotencyConflict = (): Failure =>
  new Failure(
    "idempotency_conflict",
    "This Idempotency-Key was used before with a different body. Use a new key.",
  );
