import type { StoredReply } from "../../contract/answer.ts";
import { refundPayment as contract } from "../../contract/payment-operations.ts";
import { isFailure } from "../../domain/failure.ts";
import type { LookupResult } from "../../domain/payments/believe.ts";
import { keyNumberOf } from "../../domain/payments/claim.ts";
import type { Refund, RefundWish } from "../../domain/payments/operation.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import { decideRefund, requireMade } from "../../domain/payments/refund.ts";
import { type OperationRecord, requirePayment } from "../../ledger/payments.ts";
import {
  createRefund,
  fetchRefund,
  type MadeRefund,
  searchForgottenRefund,
  searchRefund,
} from "../../processor/refunds.ts";
import { askForOperation } from "../once/ask-once.ts";
import { type ClaimVisit, visitClaim } from "../once/visit-claim.ts";
import {
  answerWith,
  claimOperation,
  explainRefusal,
  finishOperation,
  type OperationRequest,
  type PaymentOperation,
  reopenOperation,
  writeResult,
} from "./claim-operation.ts";
import { findReplacementFault } from "./find-replacement-fault.ts";
import { watchRefund } from "./record-attention.ts";
import { syncPayment } from "./sync-payment.ts";

/*
 * A refund: read → decide → claim → ask → write → answer. The function may die after each step.
 *
 *   read    the payment and its version.
 *   decide  on the ledger's payment. Before a refusal an earlier request under the key is resumed, or the intent is fetched.
 *   claim   if an Idempotency-Key came. It stores the decision, and every later attempt does the same.
 *   ask     under a key that follows from the claim. After a death here a retry asks under the same key, or finds what was
 *           made (once/ask-once.ts).
 *   write   what the processor said, onto the version read. After a death here a retry finds its refund in the list.
 *   answer  completes the claim. A failure before this frees the key, or keeps the claim open (endClaim).
 */

/** "Refund what is left" may find that less is left than the ledger knew; each time the ledger knows more. */
const MAX_DECISIONS = 3;

export async function refundPayment(request: OperationRequest<RefundWish>): Promise<StoredReply> {
  for (let decision = 1; ; decision++) {
    try {
      return await refundOnce(withTokenOf(request, decision));
    } catch (error) {
      const lessIsLeft = request.body.amountCents === undefined && isFailure(error, "refund_exceeds_charge");
      if (!lessIsLeft || decision === MAX_DECISIONS) throw error;
      const { merchantId, svcPaymentId, merchant } = request;
      await syncPayment(await requirePayment(merchantId, svcPaymentId), { merchant });
    }
  }
}

/** Without an Idempotency-Key the token is the processor's key, and another amount needs another key. */
const withTokenOf = (
  request: OperationRequest<RefundWish>,
  decision: number,
): OperationRequest<RefundWish> =>
  decision === 1 ? request : { ...request, ownerToken: `${request.ownerToken}.${decision}` };

async function refundOnce(request: OperationRequest<RefundWish>): Promise<StoredReply> {
  const { merchantId, svcPaymentId, body } = request;
  const payment = await requirePayment(merchantId, svcPaymentId);
  const fault = await findReplacementFault(payment, body);
  const claimed = await claimOperation<Refund>({
    name: "refund",
    request,
    payment,
    decided: fault ?? decideRefund(payment, body),
    decideAgain: (current) => fault ?? decideRefund(current, body),
  });
  return finishOperation(contract, claimed, askAndWrite);
}

const askAndWrite = async (operation: PaymentOperation<Refund>): Promise<Payment> =>
  write(operation, await ask(operation), operation.askedAt);

async function ask(operation: PaymentOperation<Refund>): Promise<MadeRefund> {
  const { payment, operationId, decided, askedAt } = operation;
  const { svcPaymentId } = payment;
  try {
    return await askForOperation(operation, {
      send: (key) => createRefund({ ...intentOf(payment), ...decided, svcPaymentId, operationId, ...key }),
      fetchAgain: async ({ refund }) =>
        requireMade(await fetchRefund(payment.connectedAccountId, refund.refundId)),
      findForgotten: () => findForgottenRefund(operation),
      findAtProcessor: (attempted) => findRefund(payment, attempted, askedAt, MAX_PAGES.request),
      isHarmfulTwice: true,
      whereToLook: "GET /v1/payments/{id}/refunds",
    });
  } catch (error) {
    // The processor accepted the refund and could not carry it out. The payment's state does not say why.
    if (isFailure(error, "refund_failed")) throw error;
    await explainRefusal(error, payment, (current) => decideRefund(current, decided));
    throw error;
  }
}

/** A request has seconds, a visit has minutes. A page holds 100 refunds, and a list that is longer says nothing. */
const MAX_PAGES = { request: 100, visit: 500 };

/**
 * After a restore from a backup the ledger may have forgotten this very refund, and after a day the processor its key. A
 * second one would pay twice, so each attempt looks for it, if the payment has any refund. The ledger's refundedCents may
 * be 0 after a restore until `reconcile payments` has run.
 */
const findForgottenRefund = async ({
  payment,
  operationId,
}: PaymentOperation<Refund>): Promise<MadeRefund | undefined> =>
  payment.refundedCents === 0
    ? undefined
    : searchForgottenRefund({ ...intentOf(payment), operationId, maxPages: MAX_PAGES.request });

const findRefund = (
  payment: Payment,
  record: OperationRecord,
  now: number,
  maxPages: number,
): Promise<LookupResult<MadeRefund>> =>
  searchRefund({
    ...intentOf(payment),
    operationId: record.operationId,
    keyNumber: keyNumberOf(record),
    firstAt: record.claimedAt,
    now,
    maxPages,
  });

/** A refund that succeeds at once, as most do, needs no person's attention, and costs no further call. */
function write(
  operation: PaymentOperation<Refund>,
  { snapshot, refund }: MadeRefund,
  now: number,
): Promise<Payment> {
  const { status, replaces } = refund;
  if (status === "succeeded" && !replaces) return writeResult(operation, { snapshot });
  const result = status === "succeeded" ? { snapshot } : { snapshot, refundStatus: status };
  return writeResult(operation, result, (written) => watchRefund(written, refund, now));
}

/** A refund that was left open: the visit looks for it as `ask` does, then writes and answers. It never sends. */
export async function visitRefund(record: OperationRecord<Refund>, now: number): Promise<ClaimVisit> {
  const operation = await reopenOperation(record);
  return visitClaim(
    record,
    { now, accountId: operation.payment.connectedAccountId },
    {
      findAtProcessor: (claimed) => findRefund(operation.payment, claimed, now, MAX_PAGES.visit),
      writeFound: async (_, made) => answerWith(contract, operation, await write(operation, made, now)),
    },
  );
}
