import { refundPayment as contract } from "../../contract/payment-operations.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import { fingerprint, operationIdFor, replacementIdFor } from "../../domain/id.ts";
import { processorKeyOf, type StoredReply } from "../../domain/payments/claim.ts";
import type { AlreadyDone, Refund, RefundBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, intentOf, type Payment } from "../../domain/payments/payment.ts";
import {
  decideRefund,
  findOwn,
  type RefundFacts,
  replacementInProgress,
  requireNotFailed,
  whyNotMade,
} from "../../domain/payments/refund.ts";
import { findOperation, type OperationRecord, reserveOperation } from "../../ledger/payments.ts";
import { createRefund, searchRefunds } from "../../processor/refunds.ts";
import { askOnce, endClaim } from "../once/ask-once.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import {
  answerOperation,
  type ClaimedOperation,
  type Decision,
  type OperationRequest,
  type PaymentOperation,
  readOperation,
  resumeOperation,
  takeOperation,
  visitOpenOperation,
  type Wish,
  type Written,
  writeResult,
} from "./claim-operation.ts";
import { bringInLine } from "./sync-payment.ts";

/*
 * A refund: read → decide → claim → ask → write → answer. The function may die after each step.
 *
 *   read    the payment and its version, and the claim that the Idempotency-Key has already: it is resumed or replayed.
 *   decide  on the payment as the processor shows it now, and on its refunds.
 *   claim   It stores the decision, and a retry that takes it over carries that out.
 *   ask     under a processor key that follows from the claim. After a death here a retry asks under the same one, or looks
 *           up what was made (once/ask-once.ts).
 *   write   what the processor said, onto the version read; after a conflict it is read and fetched again. After a death
 *           here a retry finds its own refund in the list and sends nothing.
 *   answer  completes the claim.
 *
 * A rejection ends the claim: nothing after `ask` rejects.
 */

export async function refundPayment(request: OperationRequest<RefundBody>): Promise<StoredReply> {
  const claimed = await claimRefund(request, decideRefund);
  if (claimed.kind === "answered") return claimed.reply;
  const { operation } = claimed;
  const { payment, operationId, decided, claim, now } = operation;
  const { svcPaymentId } = payment;
  const refund = { ...intentOf(payment), ...decided, svcPaymentId, operationId };
  const made = await askOnce<OperationRecord, MadeRefund>(claim, now, {
    send: async (claimed) => requireNotFailed(await createRefund({ ...refund, ...processorKeyOf(claimed) })),
    lookUp: () => lookUpRefund(operation),
    unsafeToRepeat: true,
  }).catch((error) => endClaim(claim, error));
  return writeAndAnswer(operation, made);
}

/** `snapshot`: the payment in the answer that made it. */
export type MadeRefund = { refund: RefundFacts; snapshot?: IntentSnapshot };

/**
 * A failed refund is a debt and has one claim, whatever the Idempotency-Keys: who asks for the same amount resumes it or gets its
 * answer. The request's own key is bound to the debt before, so that it is no other refund's.
 */
export async function claimRefund(
  request: OperationRequest<RefundBody>,
  decide: typeof decideRefund,
): Promise<ClaimedOperation<Refund>> {
  const { replaces } = request.body;
  const wish = replaces === undefined ? wishOf(request) : replacementOf(request, replaces);
  const read = await readOperation<Refund>(wish);
  const decision = read.standing ? undefined : await decideOnShown(wish, read.payment, decide);
  if (replaces !== undefined) await bindKey(request);
  const claimed = decision ? takeOperation<Refund>(wish, decision) : resumeOperation<Refund>(wish, read);
  return claimed.catch((error) => tellReplacement(error, wish));
}

type RefundWish = Wish & { request: OperationRequest<RefundBody> };

const wishOf = (request: OperationRequest<RefundBody>): RefundWish => ({
  contract,
  operationId: operationIdFor(request.svcPaymentId, "refund", request.idempotencyKey),
  request,
});

/** What else was asked for stays as it was decided first. */
const replacementOf = (request: OperationRequest<RefundBody>, failedId: string): RefundWish => ({
  contract,
  operationId: replacementIdFor(request.svcPaymentId, failedId),
  request,
  comparedBody: { amountCents: request.body.amountCents },
});

async function decideOnShown(
  { request }: RefundWish,
  known: Payment,
  decide: typeof decideRefund,
): Promise<Decision<Refund>> {
  const payment = await bringInLine(known);
  const refunds = await searchRefunds(intentOf(payment));
  const decided = decide({ payment, refunds }, request.body);
  if (decided instanceof Failure) throw decided;
  return { payment, decided };
}

/** Throws where the key was used for another refund. A restore may lose it: then the debt's claim guards the money. */
const bindKey = (request: OperationRequest<RefundBody>): Promise<unknown> => {
  const { operationId } = wishOf(request);
  const { merchantId, ownerToken, at, body } = request;
  const claim = { merchantId, ownerToken, at, fingerprint: fingerprint({ replaces: body.replaces }) };
  return reserveOperation({ ...request, operationId }, claim);
};

async function tellReplacement(error: unknown, { operationId, request }: RefundWish): Promise<never> {
  const { replaces } = request.body;
  if (replaces === undefined || !isFailure(error, "idempotency_conflict")) throw error;
  const standing = await findOperation<Refund | AlreadyDone>(request.svcPaymentId, operationId);
  throw replacementInProgress(replaces, standing?.decided);
}

/** What this operation has made, before every attempt, the first too: a restore may have lost an earlier claim of it. */
export async function lookUpRefund({
  payment,
  operationId,
  decided,
}: PaymentOperation<Refund>): Promise<LookupResult<MadeRefund>> {
  const own = findOwn(await searchRefunds(intentOf(payment)), operationId);
  if (!own) return { kind: "not_made" };
  const failure = whyNotMade(own, decided);
  return failure ? { kind: "impossible", failure } : { kind: "made", value: { refund: own } };
}

export async function writeAndAnswer(
  operation: PaymentOperation<Refund>,
  made: MadeRefund,
): Promise<StoredReply> {
  const { claim } = operation;
  const written = await write(operation, made).catch((error) => endClaim(claim, error));
  return answerOperation(contract, operation, written);
}

const write = async (
  operation: PaymentOperation<Refund>,
  { refund: { refundId }, snapshot }: MadeRefund,
): Promise<Written> => ({ ...(await writeResult(operation, snapshot)), refundId });

export const visitRefund = (record: OperationRecord<Refund>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, { lookUp: lookUpRefund, write });
