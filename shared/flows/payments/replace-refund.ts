import { isFailure } from "../../domain/failure.ts";
import { fingerprint, replacementIdFor } from "../../domain/id.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { AlreadyDone, Refund, RefundBody } from "../../domain/payments/operation.ts";
import { decideReplacement, replacementInProgress } from "../../domain/payments/replacement.ts";
import { findOperation, reserveOperation } from "../../ledger/payments.ts";
import {
  type OperationRequest,
  readOperation,
  resumeOperation,
  takeOperation,
  type Wish,
} from "./claim-operation.ts";
import { decideOnShown, makeRefund, refundWish } from "./refund-payment.ts";

/*
 * A refund that replaces a failed one. That is a debt and has one claim, whatever the Idempotency-Keys: who asks for the same
 * amount resumes it or gets its answer. The request's own key is bound to the debt before, so that it is no other refund's.
 */
export async function replaceRefund(
  request: OperationRequest<RefundBody>,
  failedId: string,
): Promise<StoredReply> {
  const wish = wishFor(request, failedId);
  const read = await readOperation<Refund>(wish);
  const decision = read.standing
    ? undefined
    : await decideOnShown(read.payment, (shown) => decideReplacement(shown, request.body, failedId));
  await bindKey(request, failedId);
  const claimed = decision ? takeOperation<Refund>(wish, decision) : resumeOperation<Refund>(wish, read);
  return makeRefund(await claimed.catch((error) => tellReplacement(error, wish, failedId)));
}

/** What else was asked for stays as it was decided first. */
const wishFor = (request: OperationRequest<RefundBody>, failedId: string): Wish => ({
  ...refundWish(request),
  operationId: replacementIdFor(request.svcPaymentId, failedId),
  request: { ...request, sentBody: { amountCents: request.body.amountCents } },
});

/** Throws where the key was used for another refund. A restore may lose it: then the debt's claim guards the money. */
const bindKey = (request: OperationRequest<RefundBody>, replaces: string): Promise<unknown> => {
  const { operationId } = refundWish(request);
  const { merchantId, ownerToken, at } = request;
  const claim = { merchantId, ownerToken, at, fingerprint: fingerprint({ replaces }) };
  return reserveOperation({ ...request, operationId }, claim);
};

async function tellReplacement(
  error: unknown,
  { operationId, request }: Wish,
  failedId: string,
): Promise<never> {
  if (!isFailure(error, "idempotency_conflict")) throw error;
  const standing = await findOperation<Refund | AlreadyDone>(request.svcPaymentId, operationId);
  throw replacementInProgress(failedId, standing?.decided);
}
