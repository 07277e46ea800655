import { Failure } from "../../domain/failure.ts";
import { isReplacing } from "../../domain/payments/claim.ts";
import type { Refund } from "../../domain/payments/operation.ts";
import { projectIntent } from "../../domain/payments/payment.ts";
import { findAttention, markReplacement } from "../../ledger/attention.ts";
import { findOperation } from "../../ledger/payments.ts";
import type { PaymentOperation } from "./claim-operation.ts";
import { fetchFor } from "./sync-payment.ts";

/*
 * A failed refund is replaced at most once, although two requests may name it at once. Each attempt marks its attention item
 * with the operation before it asks the processor. The item is closed by the refund once that exists, whatever its status
 * (record-attention.ts). A mark whose claim was rejected, or given up by visits, counts as none, also where its
 * Idempotency-Key was then used for another refund.
 */

const MAX_RACES = 4;

/** Throws a rejection of our own: nothing was sent. Each lost race shows who has won. */
export async function claimReplacement(
  operation: PaymentOperation<Refund>,
  replaces: string,
  race = 1,
): Promise<void> {
  const { payment, decided, operationId, claim } = operation;
  const { merchantId, svcPaymentId } = payment;
  const failed = await findAttention(merchantId, "REFUND", replaces);
  if (failed?.kind !== "refund_failed" || failed.svcPaymentId !== svcPaymentId) throw notReplaceable();
  if (failed.replacedBy) throw replacementInProgress(replaces, failed.replacedBy);
  if (failed.closedAt !== undefined) throw notReplaceable();
  const { amountCents: leastCents = 0, replacementOperationId: other } = failed;
  if (decided.amountCents < leastCents && (await leavesRest(operation)))
    throw invalid(
      "/amountCents",
      `amountCents must be at least ${leastCents}, as much as the refund it replaces.`,
    );
  const isByAnother = other !== undefined && other !== operationId;
  if (isByAnother && isReplacing(await findOperation<Refund>(svcPaymentId, other), replaces))
    throw replacementInProgress(replaces, other);
  if (await markReplacement(failed, { operationId, ownerToken: claim.ownerToken })) return;
  if (race === MAX_RACES) throw replacementInProgress(replaces, "another request");
  await claimReplacement(operation, replaces, race + 1);
}

/** If less is left than has failed, all that is left makes it good. The ledger may not know yet how much that is. */
async function leavesRest({ payment, decided }: PaymentOperation<Refund>): Promise<boolean> {
  const { amountCents, refundedCents } = projectIntent(await fetchFor(payment));
  return decided.amountCents < amountCents - refundedCents;
}

export const replacementInProgress = (failedId: string, by: string): Failure =>
  new Failure(
    "replacement_in_progress",
    `The failed refund ${failedId} is replaced by ${by}. A failed refund is replaced at most once.`,
  );

const notReplaceable = (): Failure =>
  invalid("/replaces", "replaces must be the id of a failed refund of this payment in GET /v1/attention.");

const invalid = (pointer: string, detail: string): Failure =>
  new Failure("invalid_request", "The request's body is invalid.", { errors: [{ pointer, detail }] });
