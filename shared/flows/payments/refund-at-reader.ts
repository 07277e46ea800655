import { toStoredAnswer } from "../../contract/answer.ts";
import { refundAtReader as contract } from "../../contract/refund-at-reader.ts";
import { Failure, isFailure, processorSays } from "../../domain/failure.ts";
import { type ProcessorKey, processorKeyOf, type StoredReply } from "../../domain/payments/claim.ts";
import type { Refund, RefundBody } from "../../domain/payments/operation.ts";
import { intentOf } from "../../domain/payments/payment.ts";
import {
  decideRefundAtReader,
  type RefundedPayment,
  type RefundFacts,
  requireMade,
} from "../../domain/payments/refund.ts";
import type { ReaderState } from "../../domain/terminal.ts";
import { isRetry, releaseClaim } from "../../ledger/claims.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { noDefiniteAnswer } from "../../processor/errors.ts";
import { fetchReader, refundAtReader as sendRefund } from "../../processor/readers.ts";
import { fetchRefund } from "../../processor/refunds.ts";
import { readerView } from "../../views/reader.ts";
import { askOnce, endClaim } from "../once/ask-once.ts";
import { sendToReader } from "./ask-reader.ts";
import { claimOperation, type OperationRequest, type PaymentOperation } from "./claim-operation.ts";
import { decideOnShown, lookUpRefund, refundWish, writeAndAnswer } from "./refund-payment.ts";

/*
 * An Interac refund: the processor makes it once the customer has presented the card at the reader. Until then the claim stays
 * open. A retry looks at the reader, which has one action at a time, and a visit looks among the refunds. The action and the
 * refund carry the operation's id. An action that failed, or that the reader has no more, makes nothing any more: with no
 * refund in the list that is a rejection, and the next request begins a new action under the next processor key.
 */

/** A reader's state: it waits for the card. */
type AtReader = RefundFacts | ReaderState;

type ReaderForRefund = {
  readerId: string;
  allowCancel?: boolean | undefined;
  /** Whatever the reader does now. */
  replace?: boolean | undefined;
};

/** The reader is part of what is asked for: under the same key another one is a conflict. */
export async function refundAtReader(
  given: OperationRequest<RefundBody>,
  reader: ReaderForRefund,
): Promise<StoredReply> {
  const request = { ...given, sentBody: { readerId: reader.readerId, ...(given.sentBody as object) } };
  const decide = (shown: RefundedPayment) => decideRefundAtReader(shown, request.body);
  const claimed = await claimOperation<Refund>(refundWish(request), (known) => decideOnShown(known, decide));
  if (claimed.kind === "answered") return claimed.reply;
  const { operation } = claimed;
  const { claim, now } = operation;
  const asked = await askOnce<OperationRecord, AtReader>(claim, now, {
    send: (claimed) => sendToItsReader(operation, reader, processorKeyOf(claimed)),
    lookUp: () => lookUpRefund(operation),
    unsafeToRepeat: true,
  }).catch((error) => endClaim(claim, error));
  return "action" in asked ? answerWaiting(operation, asked) : writeAndAnswer(operation, asked);
}

/** The claim stays open for a retry or a visit that finds the refund. */
async function answerWaiting({ claim }: PaymentOperation<Refund>, reader: ReaderState): Promise<StoredReply> {
  await releaseClaim(claim);
  const answer = { outcome: "waiting", body: readerView(reader) } as const;
  return { ...toStoredAnswer(contract, answer), replayed: false };
}

async function sendToItsReader(
  operation: PaymentOperation<Refund>,
  reader: ReaderForRefund,
  key: ProcessorKey,
): Promise<AtReader> {
  const { payment, operationId, decided, claim, now } = operation;
  const { readerId, allowCancel, replace = false } = reader;
  const { merchantId, svcPaymentId, connectedAccountId: accountId } = payment;
  const refund = { ...intentOf(payment), ...decided, svcPaymentId, operationId, ...key };
  const state = await sendToReader(
    { accountId, readerId },
    {
      lease: { merchantId, readerId, subject: operationId, ownerToken: claim.ownerToken },
      ...{ at: now, replace },
      isThere: (found) => isOwn(operation, found) && (isUnderWay(found) || isUnder(key, found)),
      send: () => sendRefund({ ...refund, readerId, allowCancel }),
    },
  ).catch((error) => {
    throw isRetry(claim) && isFailure(error, "reader_busy") && !processorSays(error)
      ? heldBack(error)
      : error;
  });
  // To a retry the processor may have repeated its first answer.
  return readAction(operation, isRetry(claim) ? await fetchReader({ accountId, readerId }) : state);
}

const isOwn = ({ operationId }: PaymentOperation<Refund>, { action }: ReaderState): boolean =>
  action?.refund?.operationId === operationId;

const isUnderWay = ({ action }: ReaderState): boolean =>
  action?.status === "in_progress" || action?.status === "succeeded";

const isUnder = ({ keyNumber }: ProcessorKey, { action }: ReaderState): boolean =>
  action?.refund?.keyNumber === String(keyNumber);

async function readAction(operation: PaymentOperation<Refund>, state: ReaderState): Promise<AtReader> {
  const { action } = state;
  const { connectedAccountId: accountId, processorPaymentIntentId } = operation.payment;
  const isOfPayment = action?.intent?.intentId === processorPaymentIntentId;
  // Whoever has begun it, its card may be presented.
  if (isOfPayment && action.refund && action.refund.operationId === undefined)
    throw noDefiniteAnswer(undefined);
  if (!isOwn(operation, state) || action?.status === "failed") throw notPresented(action?.failureCode);
  if (action?.status === "in_progress") return state;
  const { refundId } = action?.refund ?? {};
  if (!refundId) throw noDefiniteAnswer(undefined);
  const { refund } = await fetchRefund(accountId, refundId);
  return requireMade(refund, operation.decided);
}

/** A reader that is busy may be free by then. */
const HELD_BACK_SECONDS = 60;

/** We have sent nothing now, and an earlier attempt may still reach the reader. */
const heldBack = (ours: Failure): Failure =>
  new Failure(
    "processor_unavailable",
    `${ours.message} An attempt before may still succeed, so send the same request again, unchanged.`,
    { cause: ours, retryAfterSeconds: HELD_BACK_SECONDS },
  );

const notPresented = (processorCode: string | null | undefined): Failure =>
  new Failure(
    "processor_rejected",
    "The reader has ended the refund, or does something else since. Nothing was refunded. Send the request again.",
    { processorSays: "rejected", ...(processorCode && { processorCode }) },
  );
