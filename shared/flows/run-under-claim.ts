import { isResumed } from "../domain/claim.ts";
import { type Failure, type FailureCode, isFailure } from "../domain/failure.ts";
import { type ClaimedRecord, refuse, release } from "../ledger/claims.ts";
import { describeError, log } from "../logger.ts";

/** After these the processor has certainly done nothing. Everything else may have happened. */
const REFUSALS: FailureCode[] = [
  "invalid_request",
  "payment_declined",
  "processor_rejected",
  "idempotency_conflict",
  "payment_not_capturable",
  "payment_not_refundable",
  "capture_exceeds_authorization",
  "refund_exceeds_charge",
];

/**
 * Runs the work that a claim guards. A refusal frees the key; an unknown outcome keeps the claim and ends its
 * lease, so that the next retry resumes at once. Should even that write fail, the lease ends by itself.
 */
export async function underClaim<T>(record: ClaimedRecord, at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = isFailure(error, ...REFUSALS) && isAboutAllAttempts(error, record);
    await (refused ? refuse(record, at) : release(record)).catch((failed: unknown) =>
      log("warn", "a claim could not be ended; its lease will", describeError(failed)),
    );
    throw error;
  }
}

/** A refusal frees the key only if it holds for whatever was tried under it. */
const isAboutAllAttempts = ({ extras }: Failure, record: ClaimedRecord): boolean =>
  !extras.savedByProcessor && !(extras.turnedAway && isResumed(record));
