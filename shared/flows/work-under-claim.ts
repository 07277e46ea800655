import { isRefusal } from "../domain/failure.ts";
import { type ClaimedRecord, refuse, release } from "../ledger/claims.ts";
import { describeError, log } from "../logger.ts";

/**
 * Runs the work that a claim guards. A refusal frees the key; an unknown outcome keeps the claim and ends its
 * lease, so that the next retry resumes at once. Should even that write fail, the lease ends by itself.
 */
export async function workUnderClaim<T>(
  record: ClaimedRecord,
  at: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await (isRefusal(error) ? refuse(record, at, error.code) : release(record)).catch((failed: unknown) =>
      log("warn", "a claim could not be ended; its lease will", describeError(failed)),
    );
    throw error;
  }
}
