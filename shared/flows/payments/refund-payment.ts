import { toStoredAnswer } from "../../contract/answer.ts";
import { refundPayment as contract } from "../../contract/payment-operations.ts";
import { refundAtReader } from "../../contract/refund-at-reader.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { Refund, RefundBody } from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { intentOf, type Payment } from "../../domain/payments/payment.ts";
import { decideRefund, hasFailed, refundFailed, requireCreated } from "../../domain/payments/refund.ts";
import type { ReaderState } from "../../domain/terminal.ts";
import { releaseClaim } from "../../ledger/claims.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import {
  type CreatedRefund,
  createRefund,
  fetchRefund,
  findEarlierRefunds,
  searchRefund,
} from "../../processor/refunds.ts";
import { readerView } from "../../views/reader.ts";
import {
  askOnce,
  dropAttemptAndThrow,
  endClaim,
  type ProcessorKey,
  processorKeyOf,
} from "../once/ask-once.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import {
  answerOperation,
  claimOperation,
  explainRejection,
  type OperationRequest,
  type PaymentOperation,
  visitOpenOperation,
  type Written,
  writeResult,
} from "./claim-operation.ts";
import { claimReplacement, replacementInProgress } from "./claim-replacement.ts";
import { upsertRefundAttention } from "./record-attention.ts";
import { lookAtReader, sendRefundToReader } from "./refund-at-reader.ts";

/*
 * A refund: read → decide → claim → ask → write → answer. The function may die after each step.
 *
 *   read    the payment and its version.
 *   decide  unless the Idempotency-Key has a claim, which is resumed. On the ledger's payment; on the processor's, if the
 *           ledger's would reject, or if all that is left is asked for.
 *   claim   It stores the decision, and a retry that takes it over carries that out.
 *   ask     under a processor key that follows from the claim. After a death here a retry asks under the same one, or looks
 *           up what was made (once/ask-once.ts).
 *   write   what the processor said, onto the version read; after a conflict both are repeated. After a death here a retry
 *           lists the refunds, because the ledger shows one, finds its own and sends nothing.
 *   answer  completes the claim. A failure before this frees the Idempotency-Key, or keeps the claim open (endClaim).
 */

export async function refundPayment(request: OperationRequest<RefundBody>): Promise<StoredReply> {
  const { body } = request;
  const claimed = await claimOperation<Refund>({
    contract,
    name: "refund",
    request,
    decide: (payment) => decideRefund(payment, body),
    mustFetch: () => body.amountCents === undefined,
  });
  if (claimed.kind === "replay") return claimed.reply;
  const { operation } = claimed;
  const { claim, now } = operation;
  const done = await askAndWrite(operation).catch((error) => endClaim(claim, now, error));
  return "action" in done ? answerWaiting(operation, done) : answerOperation(contract, operation, done);
}

/** The claim stays open for a retry or a visit that finds the refund. */
async function answerWaiting({ claim }: PaymentOperation<Refund>, reader: ReaderState): Promise<StoredReply> {
  await releaseClaim(claim);
  const answer = { outcome: "waiting", body: readerView(reader) } as const;
  return { ...toStoredAnswer(refundAtReader, answer), replayed: false };
}

async function askAndWrite(operation: PaymentOperation<Refund>): Promise<Written | ReaderState> {
  const asked = await ask(operation);
  return "action" in asked ? asked : write(operation, asked);
}

async function ask(operation: PaymentOperation<Refund>): Promise<CreatedRefund | ReaderState> {
  const { payment, decided, claim, now } = operation;
  try {
    return await askOnce<OperationRecord, CreatedRefund | ReaderState>(claim, now, {
      send: (claimed) => send(operation, processorKeyOf(claimed)),
      fetchAgain: async (made) =>
        "action" in made
          ? lookAtReader(operation, made)
          : requireCreated(await fetchRefund(payment.connectedAccountId, made.refund.refundId)),
      lookUp: (claimed) => lookUpRefund(payment, claimed, { now, by: "request" }),
      unsafeToRepeat: true,
    });
  } catch (error) {
    // The processor accepted the refund and could not carry it out. The payment's state does not say why.
    if (isFailure(error, "refund_failed")) throw error;
    await explainRejection(error, payment, (current) => decideRefund(current, decided));
    throw error;
  }
}

/** A refund that failed needs a person, also at once. */
async function send(
  operation: PaymentOperation<Refund>,
  key: ProcessorKey,
): Promise<CreatedRefund | ReaderState> {
  const { payment, operationId, decided, claim, now } = operation;
  const madeBefore = await beforeSending(operation).catch((error) => dropAttemptAndThrow(claim, error));
  if (madeBefore) return madeBefore;
  if (decided.reader) return sendRefundToReader(operation, decided.reader, key);
  const { svcPaymentId } = payment;
  const made = await createRefund({ ...intentOf(payment), ...decided, svcPaymentId, operationId, ...key });
  if (hasFailed(made.refund)) await upsertRefundAttention(payment, made.refund, now);
  return requireCreated(made);
}

async function beforeSending(operation: PaymentOperation<Refund>): Promise<CreatedRefund | undefined> {
  const { replaces } = operation.decided;
  const madeBefore = await lookUpRefundOfLostClaim(operation);
  if (!madeBefore && replaces) await claimReplacement(operation, replaces);
  return madeBefore;
}

/** A refund that succeeds at once, as most do, needs no person's attention, and costs no further call. */
async function write(
  operation: PaymentOperation<Refund>,
  { snapshot, refund }: CreatedRefund,
): Promise<Written> {
  const { status, replaces, refundId } = refund;
  const hasSucceeded = status === "succeeded";
  const written = await writeResult(operation, { snapshot, ...(!hasSucceeded && { refundStatus: status }) });
  if (!hasSucceeded || replaces) await upsertRefundAttention(written, refund, operation.now);
  return { ...written, refundId };
}

export const visitRefund = (record: OperationRecord<Refund>, now: number): Promise<ClaimVisit> =>
  visitOpenOperation(contract, record, now, {
    lookUp: ({ payment }) => lookUpRefund(payment, record, { now, by: "visit" }),
    write,
  });

/* Looks through the processor's list of a payment's refunds, for the one that an earlier attempt made. */

/** A request has seconds, a visit has minutes. A page holds 100 refunds, and a longer list proves nothing. */
const MAX_PAGES = { request: 100, visit: 500 };

async function lookUpRefund(
  payment: Payment,
  claim: OperationRecord,
  { now, by }: { now: number; by: keyof typeof MAX_PAGES },
): Promise<LookupResult<CreatedRefund>> {
  const { operationId, claimedAt } = claim;
  const found = await searchRefund({
    ...{ ...intentOf(payment), operationId, keyNumber: claim.keyNumber, claimedAt },
    maxPages: MAX_PAGES[by],
  });
  if (found.kind !== "failed") return found;
  await upsertRefundAttention(payment, found.refund, now);
  return { kind: "impossible", failure: refundFailed(found.refund) };
}

/**
 * Before anything is sent, if the payment may have refunds. After a restore from a backup the ledger may have lost this
 * refund's claim, or the refund that replaces a failed one. Once the processor has forgotten its key too, a second one would
 * be made. This list shows what was made, after a restore once `reconcile payments` has run.
 */
async function lookUpRefundOfLostClaim({
  payment,
  operationId,
  decided: { replaces },
  now,
}: PaymentOperation<Refund>): Promise<CreatedRefund | undefined> {
  const { refundedCents, failedRefunds } = payment;
  if (refundedCents === 0 && Object.keys(failedRefunds).length === 0 && replaces === undefined)
    return undefined;
  const { own, replacement, isFull } = await findEarlierRefunds(intentOf(payment), { operationId, replaces });
  if (own) return own;
  if (replaces && replacement) {
    await upsertRefundAttention(payment, replacement, now);
    throw replacementInProgress(replaces, replacement.refundId);
  }
  if (isFull) throw tooManyRefunds();
  return undefined;
}

const tooManyRefunds = (): Failure =>
  new Failure(
    "too_many_refunds",
    "The payment has 100 refunds at the processor, so this service makes no more. Refund the rest in the processor's dashboard.",
  );
