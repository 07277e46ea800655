import { refundPayment as contract } from "../../contract/payment-operations.ts";
import { Failure } from "../../domain/failure.ts";
import { operationIdFor } from "../../domain/id.ts";
import { processorKeyOf, type StoredReply } from "../../domain/payments/claim.ts";
import type { Refund, RefundBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import {
  decideRefund,
  findOwn,
  type RefundedPayment,
  type RefundFacts,
  requireMade,
  whyNotMade,
} from "../../domain/payments/refund.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { createRefund, searchRefunds } from "../../processor/refunds.ts";
import { askOnce, endClaim, releaseAndThrow } from "../once/ask-once.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import {
  answerOperation,
  type ClaimedOperation,
  claimOperation,
  type Decision,
  type OperationRequest,
  type PaymentOperation,
  visitOpenOperation,
  type Wish,
  type Written,
} from "./claim-operation.ts";
import { bringInLine, syncPayment } from "./sync-payment.ts";

/*
 * A refund: read → decide → claim → ask → write → answer. The function may die after each step.
 *
 *   read    the payment and its version, and the claim that the Idempotency-Key has already: it is resumed or replayed.
 *   decide  on the payment as the processor shows it now, and on its refunds.
 *   claim   It stores the decision, and a retry that takes it over carries that out.
 *   ask     under a processor key that follows from the claim. After a death here a retry asks under the same one, or looks
 *           up what was made (once/ask-once.ts). A rejection ends the claim.
 *   write   the payment, which is fetched, onto the version read. From here on nothing frees the key. After a death here a
 *           retry finds its own refund in the list and sends nothing.
 *   answer  completes the claim.
 */

export async function refundPayment(request: OperationRequest<RefundBody>): Promise<StoredReply> {
  const decide = (shown: RefundedPayment) => decideRefund(shown, request.body);
  return makeRefund(await claimOperation(refundWish(request), (known) => decideOnShown(known, decide)));
}

export const refundWish = (request: OperationRequest<RefundBody>): Wish => ({
  contract,
  operationId: operationIdFor(request.svcPaymentId, "refund", request.idempotencyKey),
  request,
});

export async function decideOnShown(
  known: Payment,
  decide: (shown: RefundedPayment) => Refund | Failure,
): Promise<Decision<Refund>> {
  const payment = await bringInLine(known);
  const decided = decide({ payment, refunds: await searchRefunds(intentOf(payment)) });
  if (decided instanceof Failure) throw decided;
  return { payment, decided };
}

export async function makeRefund(claimed: ClaimedOperation<Refund>): Promise<StoredReply> {
  if (claimed.kind === "answered") return claimed.reply;
  const { operation } = claimed;
  const { payment, operationId, decided, claim, now } = operation;
  const { svcPaymentId } = payment;
  const refund = { ...intentOf(payment), ...decided, svcPaymentId, operationId };
  const made = await askOnce<OperationRecord, RefundFacts>(claim, now, {
    send: async (claimed) =>
      requireMade(await createRefund({ ...refund, ...processorKeyOf(claimed) }), decided),
    lookUp: () => lookUpRefund(operation),
    unsafeToRepeat: true,
  }).catch((error) => endClaim(claim, error));
  return writeAndAnswer(operation, made);
}

/** What this operation has made, before every attempt, the first too: a restore may have lost an earlier claim of it. */
export async function lookUpRefund({
  payment,
  operationId,
  decided,
}: PaymentOperation<Refund>): Promise<LookupResult<RefundFacts>> {
  const own = findOwn(await searchRefunds(intentOf(payment)), operationId);
  if (!own) return { kind: "not_made" };
  const failure = whyNotMade(own, decided);
  return failure ? { kind: "impossible", failure } : { kind: "made", value: own };
}

export async function writeAndAnswer(
  operation: PaymentOperation<Refund>,
  made: RefundFacts,
): Promise<StoredReply> {
  const { claim } = operation;
  const written = await write(operation, made).catch((error) => releaseAndThrow(claim, error));
  return answerOperation(contract, operation, written);
}

const write = async ({ payment }: PaymentOperation<Refund>, { refundId }: RefundFacts): Promise<Written> => ({
  ...(await syncPayment(payment)),
  refundId,
});

export const visitRefund = (record: OperationRecord<Refund>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, { lookUp: lookUpRefund, write });
