import { isLookupExhausted, type LookupResult } from "../../domain/payments/believe.ts";
import { type ClaimedRecord, markLookedFor, markUnreachable, refuseClaim } from "../../ledger/claims.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";

/*
 * A visit to an open claim looks at the processor for what the client's attempts made. It never moves money.
 *
 *   made          completed, with the answer that the client would have got
 *   impossible    refused, so that the client's key is free again
 *   not made      stays open. After enough visits it leaves the due list, and a client's retry resumes it. It is never
 *                 refused because of its age: that could pay twice
 *   unsettled     stays open and on the list, until it is reported to an operator as unresolved
 *   account lost  stays open, and leaves the list as unreachable
 *
 * The visit does not take the claim over. It writes under the token that it has read, so if a client retries at the same
 * time, the client's request wins, or gets the visit's answer.
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
  writeFound: (record: R, made: T) => Promise<unknown>;
};

/** `accountId`: the merchant's account on which it is looked for, if there is one. */
export async function visitClaim<R extends ClaimedRecord, T>(
  record: R,
  { now, accountId }: { now: number; accountId?: string | undefined },
  { findAtProcessor, writeFound }: VisitSteps<R, T>,
): Promise<ClaimVisit> {
  if (record.state !== "claimed") return "closed_already";
  if (record.leaseExpiresAt > now) return "being_worked_on";
  try {
    const found = await findAtProcessor(record);
    switch (found.kind) {
      case "made":
        await writeFound(record, found.value);
        return "completed";
      case "impossible":
        await refuseClaim(record, now, "impossible");
        return "refused";
      case "not_made":
        await markLookedFor(record, isLookupExhausted(record, now));
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
