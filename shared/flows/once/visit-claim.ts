import { isLookupExhausted } from "../../domain/due-schedule.ts";
import type { LookupResult } from "../../domain/payments/claim.ts";
import type { ClaimedRecord } from "../../ledger/claims.ts";
import { markLookedFor, markUnreachable, refuseClaim } from "../../ledger/claims.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";

/*
 * A visit to an open claim looks at the processor for what the client's attempts have done. It never moves money.
 *
 *   made        → completed, with the answer that the client would have got
 *   impossible  → refused, so that the key is free again: an intent that has ended otherwise, a refund that failed
 *   not made    → left open. After enough visits it leaves the due list, and a client's retry resumes it. It is never
 *                 refused because of its age: that could pay twice.
 *   unsettled   → left open and on the list, until an operator hears of it among the unresolved
 *   account lost → left open, and off the list as unreachable
 *
 * The visit does not take the claim over. It writes under the token that it has read, so a client that retries at the
 * same time wins, or gets the visit's answer.
 */

export type ClaimVisit =
  | "closed_already"
  | "being_worked_on"
  | "completed"
  | "refused"
  | "left"
  | "unreachable";

export type VisitSteps<R, T> = {
  findAtProcessor: (record: R) => Promise<LookupResult<T>>;
  /** Writes what was made, and the answer that the client would have got. */
  complete: (record: R, made: T) => Promise<unknown>;
};

/** `accountId`: where it is looked for, if that is an account of a merchant's. */
export async function visitClaim<R extends ClaimedRecord, T>(
  record: R,
  { at, accountId }: { at: number; accountId?: string | undefined },
  { findAtProcessor, complete }: VisitSteps<R, T>,
): Promise<ClaimVisit> {
  if (record.state !== "claimed") return "closed_already";
  if (record.leaseExpiresAt > at) return "being_worked_on";
  try {
    const found = await findAtProcessor(record);
    switch (found.kind) {
      case "made":
        await complete(record, found.value);
        return "completed";
      case "impossible":
        await refuseClaim(record, at, "impossible");
        return "refused";
      case "not_made":
        await markLookedFor(record, isLookupExhausted(record, at));
        return "left";
      case "unsettled":
        return "left";
    }
  } catch (error) {
    if ((await classifyReadFailure(error, accountId)).kind !== "out_of_reach") throw error;
    await markUnreachable(record);
    return "unreachable";
  }
}
