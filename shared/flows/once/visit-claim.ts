import { isLookupExhausted, type LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type ClaimRecord, endVisits, rejectClaim } from "../../ledger/claims.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";

/*
 * A visit to an open claim looks at the processor for what the client's attempts made. It never moves money.
 *
 *   made          completed, with the answer that the client would have got
 *   impossible    rejected, so that the Idempotency-Key is free again (not where a refund was made and failed)
 *   not made      stays open. Two hours after the last attempt it leaves the due list, and a client's retry resumes it. It
 *                 is never rejected because of its age: that could pay twice
 *   a failure     stays open and on the list, until it is reported to an operator as unresolved
 *   account lost  stays open, and leaves the list as unreachable
 *
 * The visit does not take the claim over. It writes under the token that it has read, so if a client retries at the same
 * time, the client's request wins, or gets the visit's answer.
 */

export type ClaimVisit =
  | "closed_already"
  | "being_worked_on"
  | "completed"
  | "rejected"
  | "left"
  | "unreachable";

export type VisitSteps<C, T> = {
  lookUp: (claim: C) => Promise<LookupResult<T>>;
  /** Writes what was made, and the answer that the client would have got. */
  writeFound: (claim: C, made: T) => Promise<unknown>;
};

/** `accountId`: the merchant's account on which it is looked for, if there is one. */
export async function visitClaim<C extends ClaimRecord, T>(
  claim: C,
  { now, accountId }: { now: number; accountId?: string | undefined },
  { lookUp, writeFound }: VisitSteps<C, T>,
): Promise<ClaimVisit> {
  if (claim.state !== "claimed") return "closed_already";
  if (claim.leaseExpiresAt > now) return "being_worked_on";
  try {
    const found = await lookUp(claim);
    switch (found.kind) {
      case "made":
        await writeFound(claim, found.value);
        return "completed";
      case "impossible":
        await rejectClaim(claim, found.failure?.code ?? "impossible");
        return "rejected";
      case "not_made":
        if (isLookupExhausted(claim, now)) await endVisits(claim);
        return "left";
    }
  } catch (error) {
    if ((await classifyReadFailure(error, accountId)).kind !== "out_of_reach") throw error;
    await endVisits(claim);
    return "unreachable";
  }
}
