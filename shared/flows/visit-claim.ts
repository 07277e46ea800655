import { isLookedForEnough } from "../domain/due.ts";
import { markLookedFor, markUnreachable, refuse } from "../ledger/claim-ends.ts";
import type { ClaimedRecord } from "../ledger/claim-writes.ts";
import { whyUnreadable } from "../processor/unreadable.ts";

/*
 * A visit to a claim that was left open: it looks at the processor for what the client's attempts have done, and never
 * moves money itself.
 *
 *   done as wished     → completed, with the answer that the client would have got
 *   impossible by now  → refused, so that the key is free again
 *   not found          → left as it is. Not found three times, the last time two hours after the last attempt: off the
 *                        list. The claim stays claimed: a client's retry resumes it, and a late webhook still completes
 *                        it. A claim is never refused because of its age: that could pay twice.
 *   account lost       → closed as unreachable
 *
 * The visit does not take the claim over: it writes under the token that it has read. A client that retries at the same
 * time takes over, and the visit's write fails; or the visit completes first, and the client gets its answer.
 */

/** `impossible`: it was not done, and cannot be done any more. */
export type Sighting =
  | { kind: "made"; complete: () => Promise<unknown> }
  | { kind: "not_made" }
  | { kind: "impossible" };

export type ClaimVisit =
  | "closed_already"
  | "being_worked_on"
  | "completed"
  | "refused"
  | "left"
  | "unreachable";

/** `accountId`: where it is looked for, if that is an account of a merchant's. */
export async function visitClaim<R extends ClaimedRecord>(
  record: R,
  { at, accountId }: { at: number; accountId?: string | undefined },
  look: (record: R) => Promise<Sighting>,
): Promise<ClaimVisit> {
  if (record.state !== "claimed") return "closed_already";
  if (record.leaseExpiresAt > at) return "being_worked_on";
  try {
    return await close(record, at, await look(record));
  } catch (error) {
    if ((await whyUnreadable(error, accountId)).kind !== "out_of_reach") throw error;
    await markUnreachable(record);
    return "unreachable";
  }
}

async function close(record: ClaimedRecord, at: number, seen: Sighting): Promise<ClaimVisit> {
  if (seen.kind === "made") {
    await seen.complete();
    return "completed";
  }
  if (seen.kind === "impossible") {
    await refuse(record, at, "impossible");
    return "refused";
  }
  await markLookedFor(record, isLookedForEnough(record, at));
  return "left";
}
