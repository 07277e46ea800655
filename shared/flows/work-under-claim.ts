import { type Failure, isRefusal, processorSays } from "../domain/failure.ts";
import { TURNED_AWAY } from "../domain/payments/claim.ts";
import { type RefusalReason, refuse, release } from "../ledger/claim-ends.ts";
import type { ClaimedRecord } from "../ledger/claim-writes.ts";
import { describeError, log } from "../logger.ts";

/**
 * Runs the work that a claim guards. A refusal frees the key; an unknown outcome keeps the claim and ends its
 * lease, so that the next retry resumes at once. Should even that write fail, the lease ends by itself.
 * An operation without an Idempotency-Key has no record, and nothing to end.
 */
export async function workUnderClaim<T>(
  record: ClaimedRecord | undefined,
  at: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (record) await endClaim(record, at, error);
    throw error;
  }
}

const endClaim = (record: ClaimedRecord, at: number, error: unknown): Promise<unknown> =>
  (isRefusal(error) ? refuse(record, at, reasonOf(error)) : release(record)).catch((failed: unknown) =>
    log("warn", "a claim could not be ended; its lease will", describeError(failed)),
  );

const reasonOf = (refusal: Failure): RefusalReason =>
  processorSays(refusal) === "account_lost" ? TURNED_AWAY : refusal.code;
