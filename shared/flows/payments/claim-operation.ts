import { type StoredReply, toStoredAnswer } from "../../contract/answer.ts";
import type { cancelPayment, capturePayment, refundPayment } from "../../contract/payment-operations.ts";
import { Failure, isFailure, processorSays } from "../../domain/failure.ts";
import { fingerprint } from "../../domain/fingerprint.ts";
import { operationIdFor } from "../../domain/id.ts";
import type { ClaimAttempt, LookupResult, StoredAnswer } from "../../domain/payments/claim.ts";
import {
  type CancelWish,
  type CaptureWish,
  isRefused,
  type RefundWish,
  type Refused,
} from "../../domain/payments/operation.ts";
import { type IntentSnapshot, type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { isPaid } from "../../domain/payments/status.ts";
import { markMoneyMayHaveMoved } from "../../invocation.ts";
import { claim, completeClaim, resume } from "../../ledger/claims.ts";
import {
  findOperation,
  findPayment,
  newOperationRecord,
  type OperationRecord,
} from "../../ledger/payments.ts";
import { describeError, log } from "../../logger.ts";
import { paymentView } from "../../views/payment.ts";
import { fetchFor } from "./sync-payment.ts";

/*
 * What capture, refund and cancel have in common, from the claim to the answer. Each of the three calls these functions
 * by name, in the order of this file. None of the functions knows which of the three it serves.
 */

export type OperationRequest<W> = {
  merchantId: string;
  svcPaymentId: string;
  /** Without one, every request is a new operation. */
  idempotencyKey: string | undefined;
  /** The wish, with its defaults filled in. */
  body: W;
  /** The body before defaults: what the fingerprint is taken of. */
  sentBody: unknown;
  /** Random. */
  ownerToken: string;
  traceId: string;
  at: number;
};

type Wish = CaptureWish | RefundWish | CancelWish;

/** A request, and the payment as it was read for it. */
export type OperationCall<W extends Wish> = {
  name: "capture" | "refund" | "cancel";
  request: OperationRequest<W>;
  payment: Payment;
};

/**
 * Without a key the request's own token is the operation's id, and the processor's key. Such an id does not begin with
 * op_, so what it has made is never taken for a keyed operation's.
 */
export const operationIdOf = ({ name, request, payment }: OperationCall<Wish>): string =>
  request.idempotencyKey === undefined
    ? request.ownerToken
    : operationIdFor(payment.svcPaymentId, name, request.idempotencyKey);

/** An operation that is decided, and claimed where an Idempotency-Key came. */
export type ClaimedOperation<D> = {
  /** The version to write on. */
  payment: Payment;
  operationId: string;
  decided: D;
  /** Only with an Idempotency-Key. */
  record: OperationRecord | undefined;
  /** When it was asked for, and by which request: for the payment's story. */
  at: number;
  traceId: string;
};

type Claimed<D> =
  | { kind: "claimed"; operation: ClaimedOperation<D> }
  | { kind: "replay"; answer: StoredAnswer };

/** What was decided is frozen in the claim: what an earlier attempt has decided counts. */
export async function claimOperation<D extends { kind: string }>(
  call: OperationCall<Wish>,
  decided: D | Refused,
): Promise<Claimed<D>> {
  if (isRefused(decided)) throw decided.failure;
  const { payment, request } = call;
  const { at, traceId, idempotencyKey } = request;
  const operation = { payment, operationId: operationIdOf(call), decided, at, traceId };
  if (idempotencyKey === undefined)
    return { kind: "claimed", operation: { ...operation, record: undefined } };
  const outcome = await claim(newOperationRecord<D>(operation), attemptOf(request));
  return outcome.kind === "replay" ? outcome : claimedAs(call, outcome.record);
}

/** What stands under the key counts more than what the ledger would refuse now. */
export async function resumeOperation<D>(
  call: OperationCall<Wish>,
): Promise<Claimed<D> | { kind: "nothing_to_resume" }> {
  const { payment, request } = call;
  if (request.idempotencyKey === undefined) return { kind: "nothing_to_resume" };
  const standing = await findOperation<D>(payment.svcPaymentId, operationIdOf(call));
  const outcome = await resume(standing, attemptOf(request));
  return outcome.kind === "owned" ? claimedAs(call, outcome.record) : outcome;
}

const attemptOf = ({ merchantId, body, sentBody, ownerToken, at }: OperationRequest<Wish>): ClaimAttempt => ({
  merchantId,
  fingerprint: fingerprint(sentBody),
  terms: "amountCents" in body ? { amountCents: body.amountCents } : {},
  ownerToken,
  at,
});

const claimedAs = <D>({ payment, request }: OperationCall<Wish>, record: OperationRecord<D>): Claimed<D> => {
  const { decided, operationId } = record;
  const { at, traceId } = request;
  return { kind: "claimed", operation: { payment, operationId, decided, record, at, traceId } };
};

/** A visit's operation, on the payment as it is now. */
export async function reopenOperation<D>(record: OperationRecord<D>): Promise<ClaimedOperation<D>> {
  const payment = await findPayment(record.svcPaymentId);
  if (!payment) throw new Error("An operation's payment is not in the ledger.");
  const { decided, operationId, claimedAt: at, traceId } = record;
  return { payment, decided, operationId, record, at, traceId };
}

/** What the intent says now. It only serves the decision: the call that follows writes it down, or the webhook. */
export const fetchFacts = async (payment: Payment): Promise<Payment> =>
  factsFrom(payment, await fetchFor(payment));

export const factsFrom = (payment: Payment, snapshot: IntentSnapshot): Payment => ({
  ...payment,
  ...projectIntent(snapshot),
  methodType: snapshot.charge?.methodType,
});

export const intentOf = ({ connectedAccountId, processorPaymentIntentId }: Payment) => ({
  accountId: connectedAccountId,
  intentId: processorPaymentIntentId,
});

/** Each key attempt has a new key: under the old one the processor would repeat what it saved. */
export const processorKeyFor = (
  { operationId, record }: ClaimedOperation<unknown>,
  keyAttempt: number,
): string => (record ? `${operationId}.${keyAttempt}` : operationId);

/** Without a key a repetition would be a second operation: once the call may have left, no answer invites one. */
export async function askWithoutKey<T>(send: () => Promise<T>, whereToLook: string): Promise<T> {
  markMoneyMayHaveMoved();
  try {
    return await send();
  } catch (error) {
    // Where our own key lacks a right, nothing was done.
    if (processorSays(error) === "no_right") throw error;
    throw isFailure(error, "processor_unavailable") ? outcomeUnknown(whereToLook, error) : error;
  }
}

const outcomeUnknown = (whereToLook: string, cause: unknown): Failure => {
  const detail = `The outcome is unknown. Check ${whereToLook} before you repeat the request, and send an Idempotency-Key with it.`;
  return new Failure("outcome_unknown", detail, { cause });
};

/** For what the intent itself tells. Paid or canceled otherwise than it was wished, it stays so. */
export async function findOnIntent(
  payment: Payment,
  isDone: (facts: Payment) => boolean,
): Promise<LookupResult<IntentSnapshot>> {
  const snapshot = await fetchFor(payment);
  const facts = factsFrom(payment, snapshot);
  if (isDone(facts)) return { kind: "made", value: snapshot };
  return { kind: isPaid(facts.status) || facts.status === "canceled" ? "impossible" : "not_made" };
}

/**
 * The payment's state decides what a refusal means, never the refusal's text: a wrong state, or too much. What the state
 * does not explain is the processor's own word.
 */
export const explained = (refusal: Failure, decided: { kind: string } | Refused): Failure =>
  isRefused(decided)
    ? new Failure(decided.failure.code, decided.failure.message, { cause: refusal })
    : refusal;

/**
 * The processor has done it. Without a key a failure of our own write must not invite a second one: the answer is what
 * the processor said, and the webhook brings the ledger in line.
 */
export const writtenOrProjected = (
  { payment, record }: ClaimedOperation<unknown>,
  snapshot: IntentSnapshot,
  written: Promise<Payment>,
): Promise<Payment> => {
  if (record) return written;
  return written.catch((error: unknown) => {
    log("error", "an operation was done, but not written down", {
      svcPaymentId: payment.svcPaymentId,
      merchantId: payment.merchantId,
      ...describeError(error),
    });
    return factsFrom(payment, snapshot);
  });
};

type MoneyOperation = typeof capturePayment | typeof refundPayment | typeof cancelPayment;

/**
 * Under a key the answer is stored for every repetition of the request. The money has moved and is written down by then,
 * so that no failure here may free the key.
 */
export async function answerWith(
  contract: MoneyOperation,
  record: OperationRecord | undefined,
  payment: Payment,
): Promise<StoredReply> {
  const answer = toStoredAnswer(contract, paymentView(payment));
  return record ? completeClaim(record, answer) : { ...answer, replayed: false };
}
