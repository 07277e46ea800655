import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import type { Erasable } from "../domain/erasure.ts";
import { Failure, type FailureCode } from "../domain/failure.ts";
import {
  type Claim,
  type ClaimRequest,
  idempotencyConflict,
  isResting,
  judgeClaim,
  LEASE_MS,
  type PackedAnswer,
  REJECTED_CLAIM_TTL_SECONDS,
  restToken,
  type StoredAnswer,
  type StoredReply,
} from "../domain/payments/claim.ts";
import type { AlreadyDone } from "../domain/payments/operation.ts";
import { notKnownYet } from "../domain/payments/outcome-certainty.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import type { WriteOutcome } from "./client.ts";
import { type Change, type Condition, NOT_ERASED, putItem, UNSEEN, updateItem } from "./expressions.ts";
import {
  DUE_ATTRIBUTES,
  type DueAttributes,
  dueAt,
  dueWithin,
  expiryAt,
  type Key,
  nextVersion,
  pack,
  unpack,
} from "./table.ts";

/*
 * Claims: work that must happen once, although the function that does it may crash.
 *
 * Guarantee: of all requests under one Idempotency-Key one owns the work at a time, and only its result, or what a visit
 * finds of it, is stored. Every write of state or answer is conditional on the owner's random token, so a request that was
 * replaced answers for nobody. It may still write the payment, on the version read, and only what the processor says.
 *
 * The owner has a lease of 60 s, longer than any endpoint lives. Others get "in progress" meanwhile. After it, or after a
 * release, the next request takes over and does the same work, under the same processor key unless that was replaced. A
 * claim whose key was replaced may have to rest: then nobody owns it, and the lease is as long as the rest.
 *
 * A claim ends completed or rejected, and never because it is old.
 */

export type ClaimRecord = Key &
  Claim &
  Partial<DueAttributes> &
  Erasable & {
    /** Of a payment (`nextVersion` in table.ts): raised by every write of its state and by every new processor key. */
    version?: number;
    /** Of the request that claimed it first; an account's creation has none. */
    traceId?: string;
    /** Of a rejected one: when the table forgets it. */
    expiresAt?: number;
  };

export type ClaimOutcome<R> = { kind: "owned"; record: R } | { kind: "replay"; reply: StoredReply };

export type ResumeOutcome<R> = ClaimOutcome<R> | { kind: "nothing_to_resume" };

type Unclaimed = Omit<ClaimRecord, keyof Claim>;
type Claimed<B> = B & Claim & Partial<DueAttributes>;

/** Each lost race shows a newer record to judge. More than these need many requests that use one key at once. */
const MAX_RACES = 4;

/** `answer`: of what is done already. It is stored with the claim, which is never open. */
export async function takeClaim<B extends Unclaimed>(
  body: B,
  request: ClaimRequest,
  answer?: StoredAnswer,
): Promise<ClaimOutcome<Claimed<B>>> {
  const claim = fresh(body, request, { keyNumber: 1, answer });
  const first = await putItem<Claimed<B>, ClaimRecord>(claim, UNSEEN, { knownBy: "ownerToken" });
  if (first.written) return { kind: "owned", record: first.item };
  const outcome = await judgeAndTake(first.existing, request, (rejected) =>
    reclaim(body, request, { rejected, answer }),
  );
  // A rejected claim was there, and has expired since.
  if (outcome.kind === "nothing_to_resume") throw inProgress();
  return outcome;
}

/** For when nothing new may be claimed: replays or resumes the claim that there is. */
export const resumeClaim = <R extends ClaimRecord>(
  existing: R | undefined,
  request: ClaimRequest,
): Promise<ResumeOutcome<R>> => judgeAndTake(existing, request, undefined);

/** Without `again` a rejected claim stays as it is. */
async function judgeAndTake<R extends ClaimRecord>(
  found: R | undefined,
  request: ClaimRequest,
  again: ((rejected: R) => Promise<WriteOutcome<R>>) | undefined,
): Promise<ResumeOutcome<R>> {
  let existing = found;
  for (let race = 0; race < MAX_RACES; race++) {
    if (!existing) return { kind: "nothing_to_resume" };
    let taken: WriteOutcome<R>;
    switch (judgeClaim(existing, request)) {
      case "replay":
        return replay(existing);
      case "conflict":
        throw idempotencyConflict();
      case "in_progress":
        if (isResting(existing)) throw notKnownYet(existing.leaseExpiresAt - request.at);
        throw inProgress(existing);
      case "reclaim":
        if (!again) return { kind: "nothing_to_resume" };
        taken = await again(existing);
        break;
      case "take_over":
        taken = await takeOver(existing, request);
    }
    if (taken.written) return { kind: "owned", record: taken.item };
    existing = taken.existing;
  }
  throw inProgress(existing);
}

/** The work of an erased merchant has no stored answer. */
function replay<R extends ClaimRecord>(record: R): ClaimOutcome<R> {
  const answer = readAnswer(record);
  if (!answer) throw unknownPayment();
  return { kind: "replay", reply: { ...answer, replayed: true } };
}

/** Unknown, another merchant's, not yet created, erased: the caller must not be able to tell them apart. */
export const unknownPayment = (): Failure => new Failure("not_found", "There is no such payment.");

function takeOver<R extends ClaimRecord>(existing: R, request: ClaimRequest): Promise<WriteOutcome<R>> {
  return updateItem<ClaimRecord>(existing, {
    set: {
      ownerToken: request.ownerToken,
      leaseExpiresAt: request.at + LEASE_MS,
      // Nothing was sent under its key until now.
      ...(isResting(existing) && { claimedAt: request.at }),
      attemptedAt: request.at,
      ...dueWithin(existing, request.at, FIRST_VISIT_MS.claim),
    },
    add: { attempts: 1 },
    onlyIf: { ownerToken: existing.ownerToken, state: "claimed" },
    knownBy: "ownerToken",
  }) as Promise<WriteOutcome<R>>;
}

/** A payment's version goes on, so that a webhook that has read the rejected claim cannot write onto the new one. */
const reclaim = <B extends Unclaimed>(
  body: B,
  request: ClaimRequest,
  { rejected, answer }: { rejected: Claimed<B>; answer: StoredAnswer | undefined },
): Promise<WriteOutcome<Claimed<B>>> =>
  putItem<Claimed<B>, ClaimRecord>(
    {
      ...fresh(body, request, { keyNumber: rejected.keyNumber + 1, answer }),
      ...(rejected.version !== undefined && { version: nextVersion(rejected.version, request.at) }),
    },
    { ownerToken: rejected.ownerToken, state: "rejected" },
    { knownBy: "ownerToken" },
  );

const fresh = <B extends Unclaimed>(
  body: B,
  request: ClaimRequest,
  { keyNumber, answer }: { keyNumber: number; answer: StoredAnswer | undefined },
): Claimed<B> => ({
  ...body,
  state: answer ? "completed" : "claimed",
  fingerprint: request.fingerprint,
  ownerToken: request.ownerToken,
  leaseExpiresAt: request.at + LEASE_MS,
  claimedAt: request.at,
  attemptedAt: request.at,
  attempts: 1,
  keyNumber,
  ...(answer ? { answer: packAnswer(answer) } : dueAt(body, request.at + FIRST_VISIT_MS.claim)),
});

/** An earlier attempt may have reached the processor, so its answer may be a repeated one. */
export const isRetry = ({ attempts }: ClaimRecord): boolean => attempts > 1;

/** `restMs`: for so long the claim rests. */
export type KeyChange = { at: number; restMs?: number | undefined };

/** From now on nothing is sent under the former processor key (domain/payments/outcome-certainty.ts). */
export async function renewKey<R extends ClaimRecord>(record: R, { at, restMs }: KeyChange): Promise<R> {
  const keyNumber = record.keyNumber + 1;
  const ownerToken = restMs ? restToken(keyNumber) : record.ownerToken;
  const outcome = (await updateClaim<ClaimRecord>(record, {
    set: { keyNumber, ownerToken, claimedAt: at, leaseExpiresAt: restMs && at + restMs },
    onlyIf: [{ keyNumber: record.keyNumber }],
  })) as WriteOutcome<R>;
  if (outcome.written) return outcome.item;
  const { existing } = outcome;
  if (existing?.ownerToken === ownerToken && existing.keyNumber === keyNumber) return existing;
  throw inProgress(existing);
}

/** What only an open claim needs: every later write of the record is billed by its size. */
export const OPEN_ATTRIBUTES = ["leaseExpiresAt", "claimedAt", "attemptedAt", "attempts"] as const;

/**
 * Ends the work. A former owner that was replaced writes nothing and answers what its successor stored. `decided`: of an
 * operation that another request has done.
 */
export async function completeClaim(
  record: ClaimRecord & { decided?: unknown },
  answer: StoredAnswer,
  decided?: AlreadyDone,
): Promise<StoredReply> {
  const outcome = await updateClaim(record, {
    set: { state: "completed", decided, answer: packAnswer(answer) },
    remove: [...OPEN_ATTRIBUTES, ...DUE_ATTRIBUTES],
    returnItem: false,
  });
  if (outcome.written) return { ...answer, replayed: false };
  const { existing } = outcome;
  const stored = existing && readAnswer(existing);
  if (!stored) throw inProgress(existing);
  return { ...stored, replayed: existing.ownerToken !== record.ownerToken };
}

/** The outcome is unknown: keep the claim, so that the next retry resumes it at once instead of after the lease. */
export const releaseClaim = (record: ClaimRecord): Promise<unknown> =>
  updateClaim(record, { set: { leaseExpiresAt: 0 } });

/** `impossible`: a visit found that it cannot be made any more. */
type RejectionReason = FailureCode | "impossible";

/** The processor did nothing: the client's key is free again, and the next claim gets the next processor key. */
export function rejectClaim(record: ClaimRecord, reason: RejectionReason): Promise<unknown> {
  const rejectedAt = writeTimeMs();
  const expiresAt = expiryAt(rejectedAt, REJECTED_CLAIM_TTL_SECONDS);
  return updateClaim(record, {
    set: { state: "rejected", rejectedAs: reason, rejectedAt, expiresAt },
    remove: DUE_ATTRIBUTES,
  });
}

/** No visit looks for it any more: nothing was found for long enough, or its account is out of reach. A client's retry puts it back. */
export const endVisits = (record: ClaimRecord): Promise<unknown> =>
  updateClaim(record, { remove: DUE_ATTRIBUTES });

/** One write on an owned claim. `onlyIf`: conditions besides those of every such write. */
type ClaimChange<R> = Omit<Change<R>, "onlyIf" | "knownBy"> & { onlyIf?: Condition<R>[] };

/** Every write of an owned claim goes through here, so none forgets to check the owner, or brings back what was erased. */
export const updateClaim = <R extends ClaimRecord>(
  record: R,
  { onlyIf = [], ...change }: ClaimChange<NoInfer<R>>,
): Promise<WriteOutcome<R>> => {
  const { ownerToken } = record;
  const stillOurs: Condition<ClaimRecord> = { ...NOT_ERASED, ownerToken, state: "claimed" };
  return updateItem<R>(record, { ...change, onlyIf: [stillOurs as Condition<R>, ...onlyIf] });
};

export const packAnswer = ({ status, body }: StoredAnswer): PackedAnswer => ({
  status,
  body: pack(body),
});

export const readAnswer = ({ answer }: Pick<ClaimRecord, "answer">): StoredAnswer | undefined =>
  answer && { status: answer.status, body: unpack(answer.body).toString("utf8") };

/** `existing`: the claim that another request owns, if it is known. */
export const inProgress = (existing?: ClaimRecord): Failure =>
  new Failure("in_progress", "The same request is still running. Retry after Retry-After.", {
    retryAfterSeconds: 1,
    ...(existing && { heldBy: { traceId: existing.traceId, since: existing.attemptedAt } }),
  });
