import { refundPayment as contract } from "../../contract/payment-operations.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import { fingerprint, operationIdFor, replacementIdFor } from "../../domain/id.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { AlreadyDone, Refund, RefundBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { intentOf } from "../../domain/payments/payment.ts";
import {
  decideRefund,
  hasFailed,
  refundFailed,
  replacementInProgress,
  whyNotReplaceable,
} from "../../domain/payments/refund.ts";
import { findAttention } from "../../ledger/attention.ts";
import { isRetry, resumeClaim } from "../../ledger/claims.ts";
import {
  findOperation,
  type OperationRecord,
  requirePayment,
  reserveOperation,
} from "../../ledger/payments.ts";
import { type CreatedRefund, createRefund, findEarlierRefunds } from "../../processor/refunds.ts";
import { askOnce, endClaim, type ProcessorKey, processorKeyOf, releaseAndThrow } from "../once/ask-once.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import {
  answerOperation,
  type ClaimedOperation,
  claimOperation,
  explainRejection,
  type OperationRequest,
  type PaymentOperation,
  visitOpenOperation,
  type Written,
  writeResult,
} from "./claim-operation.ts";
import { upsertRefundAttention } from "./record-attention.ts";

/*
 * A refund: read → decide → claim → ask → write → answer. The function may die after each step.
 *
 *   read    the payment and its version.
 *   decide  unless the Idempotency-Key has a claim, which is resumed. On the ledger's payment, which is brought in line
 *           first if it would reject, or if the request names no amount, a reader or a refund that it replaces.
 *   claim   It stores the decision, and a retry that takes it over carries that out.
 *   ask     under a processor key that follows from the claim. After a death here a retry asks under the same one, or looks
 *           up what was made (once/ask-once.ts).
 *   write   what the processor said, onto the version read; after a conflict it is read and fetched again. After a death
 *           here a retry finds its own refund in the list and sends nothing.
 *   answer  completes the claim. A failure until the refund is made frees the Idempotency-Key, or keeps the claim open
 *           (endClaim). A failure after it keeps the claim open.
 */

export async function refundPayment(
  request: OperationRequest<Omit<RefundBody, "reader"> & { reader?: never }>,
): Promise<StoredReply> {
  const claimed = await claimRefund(request);
  if (claimed.kind === "answered") return claimed.reply;
  const { operation } = claimed;
  const { payment, operationId, decided, claim } = operation;
  const { svcPaymentId } = payment;
  const refund = { ...intentOf(payment), ...decided, svcPaymentId, operationId };
  const created = await askForRefund(operation, async (key) =>
    requireCreated(operation, await createRefund({ ...refund, ...key })),
  ).catch((error) => endClaim(claim, error));
  return writeAndAnswer(operation, created);
}

/** Only the processor says whether the card must be presented at a reader. */
export async function claimRefund(request: OperationRequest<RefundBody>): Promise<ClaimedOperation<Refund>> {
  const { body } = request;
  const { amountCents, reader, replaces } = body;
  if (replaces !== undefined) return claimReplacement(request, replaces);
  return claimOperation<Refund>({
    contract,
    operationId: keyedIdOf(request),
    request,
    decide: (payment) => decideRefund(payment, body),
    mustFetch: () => amountCents === undefined || reader !== undefined,
  });
}

const keyedIdOf = ({ svcPaymentId, idempotencyKey }: OperationRequest<RefundBody>): string =>
  operationIdFor(svcPaymentId, "refund", idempotencyKey);

/**
 * A failed refund has one claim, whatever the Idempotency-Keys: who asks for the same amount resumes it or gets its answer, and
 * what else was asked for stays as it was decided first. The request's key is bound to the debt beside that, so that it is
 * no other refund's.
 */
async function claimReplacement(
  request: OperationRequest<RefundBody>,
  replaces: string,
): Promise<ClaimedOperation<Refund>> {
  const { merchantId, svcPaymentId, body } = request;
  const { amountCents, reader } = body;
  await requirePayment(merchantId, svcPaymentId);
  // Throws where the key was used for another refund.
  await resumeClaim(await findOperation(svcPaymentId, keyedIdOf(request)), keyClaimOf(request));
  const failed = await findAttention(merchantId, "REFUND", replaces);
  const operationId = replacementIdFor(svcPaymentId, replaces);
  const claimed = await claimOperation<Refund>({
    contract,
    ...{ operationId, request },
    comparedBody: { amountCents, reader },
    decide: (payment) => whyNotReplaceable(failed, payment, body) ?? decideRefund(payment, body),
    mustFetch: () => true,
  }).catch(async (error) => {
    if (!isFailure(error, "idempotency_conflict")) throw error;
    const standing = await findOperation<Refund | AlreadyDone>(svcPaymentId, operationId);
    throw replacementInProgress(replaces, failed?.replacedBy ?? standing?.decided);
  });
  await bindKey(request).catch((error) => {
    if (claimed.kind === "answered") throw error;
    const { claim } = claimed.operation;
    return isRetry(claim) ? releaseAndThrow(claim, error) : endClaim(claim, error);
  });
  return claimed;
}

/** A restore may lose it: then the failed refund's own claim guards the money. */
const bindKey = (request: OperationRequest<RefundBody>): Promise<unknown> =>
  reserveOperation({ ...request, operationId: keyedIdOf(request) }, keyClaimOf(request));

const keyClaimOf = ({ merchantId, body, ownerToken, at }: OperationRequest<RefundBody>) => ({
  ...{ merchantId, ownerToken, at },
  fingerprint: fingerprint({ replaces: body.replaces }),
});

/** `T`: a refund; at a reader (refund-at-reader.ts) also what the reader shows while it waits for the card. */
export async function askForRefund<T = never>(
  operation: PaymentOperation<Refund>,
  send: (key: ProcessorKey) => Promise<CreatedRefund | T>,
): Promise<CreatedRefund | T> {
  const { decided, claim, now } = operation;
  try {
    return await askOnce<OperationRecord, CreatedRefund | T>(claim, now, {
      send: (claimed) => send(processorKeyOf(claimed)),
      lookUp: () => lookUpRefund(operation, { now, isFirstAttempt: !isRetry(claim) }),
      unsafeToRepeat: true,
    });
  } catch (error) {
    // The processor accepted the refund and could not carry it out. The payment's state does not say why.
    if (!isFailure(error, "refund_failed"))
      await explainRejection(error, operation, (current) => decideRefund(current, decided));
    throw error;
  }
}

/** The refund is made, so no failure here may free the Idempotency-Key: only the lease ends. */
export async function writeAndAnswer(
  operation: PaymentOperation<Refund>,
  created: CreatedRefund,
): Promise<StoredReply> {
  const { claim } = operation;
  const written = await write(operation, created).catch((error) => releaseAndThrow(claim, error));
  return answerOperation(contract, operation, written);
}

/** One that is pending or requires_action is made. One that failed or was canceled has returned nothing, and needs a person. */
export async function requireCreated(
  { payment, now }: PaymentOperation<Refund>,
  made: CreatedRefund,
): Promise<CreatedRefund> {
  if (!hasFailed(made.refund)) return made;
  await upsertRefundAttention(payment, made.refund, now);
  throw refundFailed(made.refund);
}

/** A refund that succeeds at once, as most do, needs no person's attention, and costs no further call. */
async function write(
  operation: PaymentOperation<Refund>,
  { snapshot, refund }: CreatedRefund,
): Promise<Written> {
  const { status, replaces, refundId } = refund;
  const hasSucceeded = status === "succeeded";
  const written = await writeResult(operation, snapshot);
  if (!hasSucceeded || replaces) await upsertRefundAttention(written, refund, operation.now);
  return { ...written, refundId };
}

export const visitRefund = (record: OperationRecord<Refund>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, {
    lookUp: (operation) => lookUpRefund(operation, { now, isFirstAttempt: false }),
    write,
  });

/**
 * The refund that this operation has made, in the processor's list. Before a first attempt, too: after a restore from a backup
 * the ledger may have lost this refund's claim. Once the processor has forgotten its key, a second one would be made. A
 * first attempt sends nothing if there are 100.
 */
async function lookUpRefund(
  { payment, operationId, decided }: PaymentOperation<Refund>,
  { now, isFirstAttempt }: { now: number; isFirstAttempt: boolean },
): Promise<LookupResult<CreatedRefund>> {
  const { own, isFull } = await findEarlierRefunds(intentOf(payment), operationId);
  if (!own && isFull && isFirstAttempt) return { kind: "impossible", failure: tooManyRefunds() };
  if (!own) return { kind: "not_made" };
  if (hasFailed(own.refund)) {
    await upsertRefundAttention(payment, own.refund, now);
    return { kind: "impossible", failure: refundFailed(own.refund) };
  }
  if (own.refund.amountCents === decided.amountCents) return { kind: "made", value: own };
  return { kind: "impossible", failure: madeWithOtherAmount(own, decided) };
}

/** The claim ends, and whoever comes next finds the same: nothing is sent as long as the list shows it. */
const madeWithOtherAmount = ({ refund }: CreatedRefund, { replaces }: Refund): Failure =>
  replaces
    ? replacementInProgress(replaces, refund.refundId)
    : new Failure(
        "idempotency_conflict",
        "This Idempotency-Key was used before with a different body. Use a new key.",
      );

const tooManyRefunds = (): Failure =>
  new Failure(
    "too_many_refunds",
    "The payment has 100 refunds at the processor, so this service makes no more. Refund the rest in the processor's dashboard.",
  );
