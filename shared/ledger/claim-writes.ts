import type { Erasable } from "../domain/erasure.ts";
import { Failure } from "../domain/failure.ts";
import type { Claim, PackedAnswer, StoredAnswer } from "../domain/payments/claim.ts";
import { updateItem, type WriteOutcome } from "./client.ts";
import type { DueAttributes } from "./due.ts";
import { pack, unpack } from "./packed.ts";
import { type Key, keyOf } from "./table.ts";

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
  };

const STILL_OURS = "ownerToken = :owner AND #state = :claimed";

export const SAME_KEY_ATTEMPT = "generation = :keyAttempt";

/** One write on an open claim. `and` are further conditions: that the claim is still ours is always one. */
export type ClaimUpdate = {
  update: string;
  and?: readonly string[];
  names?: Record<string, string>;
  values?: Record<string, unknown>;
  /** What was written is not asked for: the SDK's reading of a record costs more than that of any other answer. */
  isLast?: boolean;
};

/** Every write of a claim that is held goes through here, so none can forget to ask whose it is. */
export const updateClaim = <R extends ClaimedRecord>(
  record: R,
  { update, and = [], names = {}, values = {}, isLast = false }: ClaimUpdate,
): Promise<WriteOutcome<R>> =>
  updateItem<R>(keyOf(record), {
    UpdateExpression: update,
    ConditionExpression: [STILL_OURS, ...and].join(" AND "),
    ExpressionAttributeNames: { "#state": "state", ...names },
    ExpressionAttributeValues: { ":owner": record.ownerToken, ":claimed": "claimed", ...values },
    ReturnValues: isLast ? "NONE" : "ALL_NEW",
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
