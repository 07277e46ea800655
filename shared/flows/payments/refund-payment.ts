import { refundPayment as contract } from "../../contract/payment-operations.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { Refund, RefundBody } from "../../domain/payments/operation.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import { decideRefund, requireCreated } from "../../domain/payments/refund.ts";
import { findAttention } from "../../ledger/attention.ts";
import { type OperationRecord, requirePayment } from "../../ledger/payments.ts";
import { type CreatedRefund, createRefund, fetchRefund } from "../../processor/refunds.ts";
import { askForOperation, dropAttemptAndThrow, endClaim, hideNotAsked } from "../once/ask-once.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import {
  answerOperation,
  claimOperation,
  explainRejection,
  type OperationRequest,
  type PaymentOperation,
  visitOpenOperation,
  writeResult,
} from "./claim-operation.ts";
import { lookUpRefund, lookUpRefundOfLostClaim } from "./look-up-refund.ts";
import { upsertRefundAttention } from "./record-attention.ts";
import { syncPayment } from "./sync-payment.ts";

/*
 * A refund: read → decide → claim → ask → write → answer. The function may die after each step.
 *
 *   read    the payment and its version.
 *   decide  on the ledger's payment. Before it rejects, an earlier claim is resumed, or the intent is fetched.
 *   claim   if an Idempotency-Key came. It stores the decision, and a retry that takes it over carries that out.
 *   ask     under a processor key that follows from the claim. After a death here a retry asks under the same one, or looks
 *           up what was made (once/ask-once.ts).
 *   write   what the processor said, onto the version read; after a conflict both are repeated. After a death here a retry
 *           lists the refunds, because the ledger shows one, finds its own and sends nothing.
 *   answer  completes the claim. A failure before this frees the Idempotency-Key, or keeps the claim open (endClaim).
 */

export const refundPayment = (request: OperationRequest<RefundBody>): Promise<StoredReply> =>
  request.body.amountCents === undefined ? refundWhatIsLeft(request) : refundOnce(request);

const MAX_DECISIONS = 3;

/** Less may be left than the ledger knew; each time the ledger knows more. */
async function refundWhatIsLeft(request: OperationRequest<RefundBody>, decision = 1): Promise<StoredReply> {
  const { merchantId, svcPaymentId, merchant, ownerToken } = request;
  // Without an Idempotency-Key the token is the processor key, and another amount needs another one.
  const token = decision === 1 ? ownerToken : `${ownerToken}.${decision}`;
  try {
    return await refundOnce({ ...request, ownerToken: token });
  } catch (error) {
    if (!isFailure(error, "refund_exceeds_charge") || decision === MAX_DECISIONS) throw error;
    await syncPayment(await requirePayment(merchantId, svcPaymentId), { merchant });
    return refundWhatIsLeft(request, decision + 1);
  }
}

async function refundOnce(request: OperationRequest<RefundBody>): Promise<StoredReply> {
  const { merchantId, svcPaymentId, body } = request;
  const payment = await requirePayment(merchantId, svcPaymentId);
  const fault = await whyNotReplaceable(payment, body);
  const claimed = await claimOperation<Refund>({
    name: "refund",
    request,
    payment,
    decide: (current) => fault ?? decideRefund(current, body),
  });
  if (claimed.kind === "replay") return claimed.reply;
  const { operation } = claimed;
  const written = await askAndWrite(operation).catch(endClaim(operation.claim, operation.now));
  return answerOperation(contract, operation, written);
}

/** Only a failed refund that is still open can be replaced, by at least its amount or by what is left. */
async function whyNotReplaceable(
  { merchantId, svcPaymentId }: Payment,
  { replaces, amountCents }: RefundBody,
): Promise<Failure | undefined> {
  if (replaces === undefined) return undefined;
  const failed = await findAttention(merchantId, "REFUND", replaces);
  const isOpen = failed?.kind === "refund_failed" && failed.closedAt === undefined;
  if (!isOpen || failed.svcPaymentId !== svcPaymentId)
    return invalid(
      "/replaces",
      "replaces must be the id of a failed refund of this payment in GET /v1/attention.",
    );
  const { amountCents: leastCents = 0 } = failed;
  if (amountCents === undefined || amountCents >= leastCents) return undefined;
  return invalid(
    "/amountCents",
    `amountCents must be at least ${leastCents}, as much as the refund it replaces.`,
  );
}

const invalid = (pointer: string, detail: string): Failure =>
  new Failure("invalid_request", "The request's body is invalid.", { errors: [{ pointer, detail }] });

const askAndWrite = async (operation: PaymentOperation<Refund>): Promise<Payment> =>
  write(operation, await ask(operation));

async function ask(operation: PaymentOperation<Refund>): Promise<CreatedRefund> {
  const { payment, operationId, decided, claim, now } = operation;
  const { svcPaymentId } = payment;
  try {
    const madeBefore = await lookUpRefundOfLostClaim(operation)
      .catch((error: unknown) => dropAttemptAndThrow(claim, error))
      .catch(hideNotAsked);
    if (madeBefore) return madeBefore;
    return await askForOperation(operation, {
      send: (key) => createRefund({ ...intentOf(payment), ...decided, svcPaymentId, operationId, ...key }),
      fetchAgain: async ({ refund }) =>
        requireCreated(await fetchRefund(payment.connectedAccountId, refund.refundId)),
      lookUp: (claimed) => lookUpRefund(payment, claimed, { now, by: "request" }),
      unsafeToRepeat: true,
      whereToLook: "GET /v1/payments/{id}/refunds",
    });
  } catch (error) {
    // The processor accepted the refund and could not carry it out. The payment's state does not say why.
    if (isFailure(error, "refund_failed")) throw error;
    await explainRejection(error, payment, (current) => decideRefund(current, decided));
    throw error;
  }
}

/** A refund that succeeds at once, as most do, needs no person's attention, and costs no further call. */
function write(operation: PaymentOperation<Refund>, { snapshot, refund }: CreatedRefund): Promise<Payment> {
  const { status, replaces } = refund;
  if (status === "succeeded" && !replaces) return writeResult(operation, { snapshot });
  const result = status === "succeeded" ? { snapshot } : { snapshot, refundStatus: status };
  return writeResult(operation, result, (written) => upsertRefundAttention(written, refund, operation.now));
}

export const visitRefund = (record: OperationRecord<Refund>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, {
    lookUp: ({ payment }) => lookUpRefund(payment, record, { now, by: "visit" }),
    write,
  });
