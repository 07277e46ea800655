import { isLookedForEnough } from "../domain/due-looks.ts";
import type { Sighting } from "../domain/payments/claim.ts";
import { markLookedFor, markUnreachable, refuse } from "../ledger/claim-ends.ts";
import type { ClaimedRecord } from "../ledger/claim-writes.ts";
import { whyUnreadable } from "../processor/unreadable.ts";

/*
 * A visit to a claim that was left open: it looks at the processor for what the client's attempts have done, and never
 * moves money itself.
 *
 *   done as wished     → completed, with the answer that the client would have got
 *   impossible by now  → refused, so that the key is free again: an intent that has ended otherwise, a refund that failed
 *   not found          → left as it is. Not found at least three times, the last time two hours or more after the last
 *                        attempt (mostly the fourth): off the list. The claim stays claimed, and only a client's retry
 *                        resumes and completes it; a late webhook brings the payment in line, and leaves the claim
 *                        alone. A claim is never refused because of its age: that could pay twice.
 *   unsettled          → left as it is, and on the list: no number of such looks is an answer, so the ladder carries it
 *                        to the unresolved, where an operator hears of it
 *   account lost       → off the list as unreachable, and still claimed: a retry resumes it
 *
 * One kind of claim is on the list although it is completed: a creation that nobody has caught up with (create-payment.ts).
 *
 * The visit does not take the claim over: it writes under the token that it has read. A client that retries at the same
 * time takes over, and the visit's write fails (a completion throws, and its message comes back to find the claim
 * closed); or the visit completes first, and the client gets its answer.
 */

export type ClaimVisit =
  | "closed_already"
  | "being_worked_on"
  | "completed"
  | "caught_up"
  | "refused"
  | "left"
  | "unreachable";

export type VisitSteps<R, T> = {
  look: (record: R) => Promise<Sighting<T>>;
  /** Writes what was made, and the answer that the client would have got. */
  complete: (record: R, made: T) => Promise<unknown>;
};

/** `accountId`: where it is looked for, if that is an account of a merchant's. */
export async function visitClaim<R extends ClaimedRecord, T>(
  record: R,
  { at, accountId }: { at: number; accountId?: string | undefined },
  { look, complete }: VisitSteps<R, T>,
): Promise<ClaimVisit> {
  if (record.state !== "claimed") return "closed_already";
  if (record.leaseExpiresAt > at) return "being_worked_on";
  try {
    const seen = await look(record);
    switch (seen.kind) {
      case "made":
        await complete(record, seen.value);
        return "completed";
      case "impossible":
        await refuse(record, at, "impossible");
        return "refused";
      case "not_made":
        await markLookedFor(record, isLookedForEnough(record, at));
        return "left";
      case "unsettled":
        return "left";
    }
  } catch (error) {
    if ((await whyUnreadable(error, accountId)).kind !== "out_of_reach") throw error;
    await markUnreachable(record);
    return "unreachable";
  }
}
