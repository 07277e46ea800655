import type { Erasable } from "../domain/erasure.ts";
import { Failure } from "../domain/failure.ts";
import type { Claim, PackedAnswer, StoredAnswer } from "../domain/payments/claim.ts";
import type { WriteOutcome } from "./client.ts";
import type { DueAttributes } from "./due.ts";
import type { Change, Condition } from "./expressions.ts";
import { updateItem } from "./items.ts";
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
    /** Of a refused one: when the table forgets it. */
    expiresAt?: number;
    /** Why no visit looks for it any more. */
    closedAs?: "unreachable";
  };

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
