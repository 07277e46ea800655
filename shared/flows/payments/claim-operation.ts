import { toStoredAnswer } from "../../contract/answer.ts";
import type { chargePayment } from "../../contract/charge-payment.ts";
import type { cancelPayment, capturePayment, refundPayment } from "../../contract/payment-operations.ts";
import { Failure, isFailure, isRejection, processorSays } from "../../domain/failure.ts";
import { fingerprint } from "../../domain/id.ts";
import type { ClaimRequest, StoredAnswer, StoredReply } from "../../domain/payments/claim.ts";
import type {
  AlreadyDone,
  CancelBody,
  CaptureBody,
  ChargeBody,
  MoneyOperation,
  RefundBody,
} from "../../domain/payments/operation.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { type IntentSnapshot, isPaid, type Payment, projectIntent } from "../../domain/payments/payment.ts";
import {
  type ClaimOutcome,
  completeClaim,
  inProgress,
  isRetry,
  resumeClaim,
  takeClaim,
} from "../../ledger/claims.ts";
import {
  findOperation,
  findPayment,
  newOperationRecord,
  type OperationRecord,
  requirePayment,
} from "../../ledger/payments.ts";
import { paymentView } from "../../views/payment.ts";
import { type ClaimVisit, visitClaim } from "../once/visit-claim.ts";
import { bringInLine, fetchFor, syncPayment } from "./sync-payment.ts";

/* What charge, capture, refund and cancel have in common. Each calls these functions by name: claim, ask, write, answer. */

export type OperationRequest<B> = {
  merchantId: string;
  svcPaymentId: string;
  /** The client's, or the one that was made for its request. */
  idempotencyKey: string;
  /** With its defaults filled in. */
  body: B;
  /** What the fingerprint is taken of: as a rule the body before defaults. */
  sentBody: unknown;
  /** Random. */
  ownerToken: string;
  traceId: string;
  at: number;
};

/** A charge, capture, refund or cancellation that is decided and claimed. */
export type PaymentOperation<D> = {
  /** The version to write on. */
  payment: Payment;
  operationId: string;
  decided: D;
  claim: OperationRecord;
  /** A visit comes later than the request. */
  now: number;
};

type Contract = typeof chargePayment | typeof capturePayment | typeof refundPayment | typeof cancelPayment;

/** This request owns the operation, an earlier one has stored the answer, or nothing is left to do. */
export type ClaimedOperation<D> =
  | { kind: "owned"; operation: PaymentOperation<D> }
  | { kind: "answered"; reply: StoredReply };

/** What is asked for. */
export type Wish = {
  contract: Contract;
  /** Follows from the payment and the Idempotency-Key: the same request is the same operation. */
  operationId: string;
  request: OperationRequest<ChargeBody | CaptureBody | RefundBody | CancelBody>;
};

/** What to do with the payment, at the version to write on. */
export type Decision<D> = { payment: Payment; decided: D | AlreadyDone };

/** `standing`: the claim that the operation has already. One that was rejected is decided again. */
type Read<D> = { payment: Payment; standing: OperationRecord<D | AlreadyDone> | undefined };

/** read → decide → claim. Where there is a claim already, it is resumed or replayed as it was decided. */
export async function claimOperation<D extends MoneyOperation>(
  wish: Wish,
  decide: (known: Payment) => Promise<Decision<D>>,
): Promise<ClaimedOperation<D>> {
  const read = await readOperation<D>(wish);
  return read.standing ? resumeOperation(wish, read) : takeOperation(wish, await decide(read.payment));
}

export async function readOperation<D>({ request, operationId }: Wish): Promise<Read<D>> {
  const { merchantId, svcPaymentId } = request;
  const payment = await requirePayment(merchantId, svcPaymentId);
  const standing = await findOperation<D | AlreadyDone>(svcPaymentId, operationId);
  return { payment, standing: standing?.state === "rejected" ? undefined : standing };
}

export async function resumeOperation<D extends MoneyOperation>(
  wish: Wish,
  { payment, standing }: Read<D>,
): Promise<ClaimedOperation<D>> {
  const resumed = await resumeClaim(standing, claimRequestOf(wish));
  // It was rejected since it was read.
  if (resumed.kind === "nothing_to_resume") throw inProgress(standing);
  return toClaimed(wish, payment, resumed);
}

/** The claim stores the decision, and a retry that takes it over carries that out. */
export async function takeOperation<D extends MoneyOperation>(
  wish: Wish,
  { payment, decided }: Decision<D>,
): Promise<ClaimedOperation<D>> {
  const { operationId, contract } = wish;
  const { at: requestedAt, traceId } = wish.request;
  const record = newOperationRecord({ operationId, payment, decided, requestedAt, traceId });
  const answer = decided.kind === "already_done" ? toAnswer(contract, payment) : undefined;
  return toClaimed(wish, payment, await takeClaim(record, claimRequestOf(wish), answer));
}

const claimRequestOf = ({ request }: Wish): ClaimRequest => ({
  merchantId: request.merchantId,
  fingerprint: fingerprint(request.sentBody),
  ownerToken: request.ownerToken,
  at: request.at,
});

function toClaimed<D extends MoneyOperation>(
  { contract, operationId, request }: Wish,
  payment: Payment,
  outcome: ClaimOutcome<OperationRecord<D | AlreadyDone>>,
): ClaimedOperation<D> {
  if (outcome.kind === "replay") return { kind: "answered", reply: outcome.reply };
  const { record: claim } = outcome;
  const { decided } = claim;
  if (decided.kind === "already_done")
    return { kind: "answered", reply: { ...toAnswer(contract, payment), replayed: false } };
  return { kind: "owned", operation: { operationId, now: request.at, payment, decided, claim } };
}

/**
 * The ledger may be behind the processor, so its payment rejects nothing, and does not say how much is left: it is brought in
 * line first.
 */
export async function decideInLine<D>(
  known: Payment,
  decide: (payment: Payment) => D | AlreadyDone | Failure,
  mustFetch = false,
): Promise<Decision<D>> {
  const isBehind = mustFetch || isFailure(decide(known));
  const payment = isBehind ? await bringInLine(known) : known;
  const decided = decide(payment);
  if (isFailure(decided)) throw decided;
  return { payment, decided };
}

/** A visit to an open claim looks for the operation at the processor, then writes and answers. It never sends. */
export async function visitOpenOperation<D, T>(
  contract: Contract,
  record: OperationRecord<D>,
  now: number,
  steps: {
    lookUp: (operation: PaymentOperation<D>) => Promise<LookupResult<T>>;
    write: (operation: PaymentOperation<D>, made: T) => Promise<Written>;
  },
): Promise<ClaimVisit> {
  const payment = await findPayment(record.svcPaymentId);
  if (!payment) throw new Error("An operation's payment is not in the ledger.");
  const { operationId, decided } = record;
  const operation = { payment, operationId, decided, claim: record, now };
  const where = { now, accountId: payment.connectedAccountId };
  return visitClaim(record, where, {
    lookUp: () => steps.lookUp(operation),
    writeFound: async (_, made) => answerOperation(contract, operation, await steps.write(operation, made)),
  });
}

/** Looks up what the intent itself shows. An intent that is paid or canceled in another way stays so. */
export async function lookUpOnIntent(
  payment: Payment,
  isDone: (current: Payment) => boolean,
): Promise<LookupResult<IntentSnapshot>> {
  const snapshot = await fetchFor(payment);
  const current = { ...payment, ...projectIntent(snapshot) };
  if (isDone(current)) return { kind: "made", value: snapshot };
  return { kind: isPaid(current.status) || current.status === "canceled" ? "impossible" : "not_made" };
}

/**
 * Decides again on the payment after the processor rejected. The payment's state decides what a rejection means, never the
 * rejection's text: a wrong state, too much, or done by another request, which is answered. What the state does not explain
 * stays the processor's own answer. A rejection of our own explains itself. Whether the rejection can be believed was judged
 * before (askOnce), so what explains it ends the claim as the rejection would. While the payment cannot be brought in line
 * nothing is answered: a payment that is said to be declined although it is paid would be paid again.
 */
export async function explainRejection(
  error: unknown,
  { payment }: PaymentOperation<MoneyOperation>,
  decideAgain: (current: Payment) => MoneyOperation | AlreadyDone | Failure,
): Promise<Written> {
  const says = processorSays(error);
  if (!isRejection(error) || says === undefined || says === "account_lost") throw error;
  const current = await bringInLine(payment);
  const decided = decideAgain(current);
  if (isFailure(decided)) throw new Failure(decided.code, decided.message, { cause: error });
  if (decided.kind !== "already_done") throw error;
  return { ...current, decided };
}

/** Writes what the processor did onto the version that was read. To a retry it may have repeated its first answer. */
export const writeResult = (
  { payment, claim }: PaymentOperation<unknown>,
  snapshot: IntentSnapshot | undefined,
): Promise<Payment> => syncPayment(payment, { known: isRetry(claim) ? undefined : snapshot });

/** The payment after the operation; the refund that a refund has made; what to store where another request has done it. */
export type Written = Payment & { refundId?: string; decided?: AlreadyDone };

/** The answer is stored. The money has moved by then, so no failure here may free the Idempotency-Key. */
export const answerOperation = (
  contract: Contract,
  { claim }: PaymentOperation<unknown>,
  { refundId, decided, ...payment }: Written,
): Promise<StoredReply> => completeClaim(claim, toAnswer(contract, payment, refundId), decided);

const toAnswer = (contract: Contract, payment: Payment, refundId?: string): StoredAnswer =>
  toStoredAnswer(contract, { ...paymentView(payment), ...(refundId && { refundId }) });
