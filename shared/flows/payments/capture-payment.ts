import type { StoredReply } from "../../contract/answer.ts";
import { capturePayment as contract } from "../../contract/payment-operations.ts";
import { isRefusal } from "../../domain/failure.ts";
import { isOperationId } from "../../domain/id.ts";
import {
  asksForAll,
  type CaptureDecision,
  decideCapture,
  decideForgottenCapture,
  isCaptureOf,
} from "../../domain/payments/capture.ts";
import { isResumed, keyAttemptOf, type LookupResult } from "../../domain/payments/claim.ts";
import {
  type AlreadyCaptured,
  type Capture,
  type CaptureWish,
  entryOf,
  isRefused,
} from "../../domain/payments/operation.ts";
import type { IntentSnapshot, Payment } from "../../domain/payments/payment.ts";
import { isPaid } from "../../domain/payments/status.ts";
import { type OperationRecord, requirePayment } from "../../ledger/payments.ts";
import { captureIntent } from "../../processor/intents.ts";
import { askOnce, endClaim } from "../once/ask-once.ts";
import { type ClaimVisit, visitClaim } from "../once/visit-claim.ts";
import {
  answerWith,
  askWithoutKey,
  type ClaimedOperation,
  claimOperation,
  explained,
  factsFrom,
  fetchFacts,
  findOnIntent,
  intentOf,
  type OperationCall,
  type OperationRequest,
  operationIdOf,
  processorKeyFor,
  reopenOperation,
  resumeOperation,
  writtenOrProjected,
} from "./claim-operation.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

/* A capture: read → decide → claim → ask → write → answer. What each step leaves behind is said in refund-payment.ts. */

type Decided = Capture | AlreadyCaptured;

export async function capturePayment(request: OperationRequest<CaptureWish>): Promise<StoredReply> {
  const { merchantId, svcPaymentId, at } = request;
  const payment = await requirePayment(merchantId, svcPaymentId);
  const claimed = await decideAndClaim({ name: "capture", request, payment });
  if (claimed.kind === "replay") return { ...claimed.answer, replayed: true };
  const { operation } = claimed;
  const written = await askAndWrite(operation, at).catch(endClaim(operation.record, at));
  return answerWith(contract, operation.record, written);
}

/** The ledger may be behind the processor, so it refuses nothing by itself. */
async function decideAndClaim(call: OperationCall<CaptureWish>) {
  const { payment, request } = call;
  const { amountCents } = request.body;
  const known = asksForAll(payment, amountCents) ? await fetchFacts(payment) : payment;
  const decided = decideCapture(known, amountCents);
  if (!isRefused(decided)) return claimOperation<Decided>(call, decided);
  const standing = await resumeOperation<Decided>(call);
  if (standing.kind !== "nothing_to_resume") return standing;
  const facts = await fetchFacts(payment);
  return claimOperation<Decided>(call, decideOnIntent(facts, amountCents, operationIdOf(call)));
}

/** Under a key, what the intent shows may be this very capture, which the ledger has forgotten by a restore. */
const decideOnIntent = (
  facts: Payment,
  amountCents: number | undefined,
  operationId: string,
): CaptureDecision =>
  isOperationId(operationId)
    ? decideForgottenCapture(facts, amountCents, operationId)
    : decideCapture(facts, amountCents);

/** `done_by_another`: the processor refused, because another request had fulfilled the same wish. */
type AskResult = { kind: "done" | "done_by_another"; snapshot: IntentSnapshot };

async function askAndWrite(operation: ClaimedOperation<Decided>, at: number): Promise<Payment> {
  const { decided } = operation;
  if (decided.kind === "already_captured") return showCaptured(operation.payment);
  const capture = { ...operation, decided };
  return write(capture, await ask(capture, at));
}

/** The ledger may be behind the intent that was decided on. */
const showCaptured = async (payment: Payment): Promise<Payment> =>
  isPaid(payment.status) ? payment : syncPayment(payment);

/** With a key at most once over all attempts; without one by one call, which is never repeated. */
async function ask(operation: ClaimedOperation<Capture>, at: number): Promise<AskResult> {
  const { payment, decided, operationId, record } = operation;
  try {
    const snapshot = record
      ? await askOnce(record, at, {
          send: (claimed) => send(operation, keyAttemptOf(claimed)),
          findAtProcessor: () => findCapture(operation),
          // A second capture is refused by the processor.
          pauseMs: 0,
        })
      : await askWithoutKey(() => send(operation, 1), "GET /v1/payments/{id}");
    return { kind: "done", snapshot };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const snapshot = await fetchFor(payment).catch(() => undefined);
    if (!snapshot) throw error;
    const now = decideOnIntent(factsFrom(payment, snapshot), decided.amountCents, operationId);
    if (now.kind === "already_captured") return { kind: "done_by_another", snapshot };
    throw explained(error, now);
  }
}

async function send(operation: ClaimedOperation<Capture>, keyAttempt: number): Promise<IntentSnapshot> {
  const { payment, record } = operation;
  const { amountCents, applicationFeeCents } = operation.decided;
  const processorKey = processorKeyFor(operation, keyAttempt);
  const snapshot = await captureIntent({
    ...intentOf(payment),
    amountCents,
    applicationFeeCents,
    processorKey,
  });
  // On a resume the processor may repeat its first answer; the payment may have moved on since.
  return record && isResumed(record) ? fetchFor(payment) : snapshot;
}

/** Whatever was refunded since: a capture of this amount is the one that was asked for. */
const findCapture = ({
  payment,
  decided,
}: ClaimedOperation<Capture>): Promise<LookupResult<IntentSnapshot>> =>
  findOnIntent(payment, (facts) => isCaptureOf(facts, decided.amountCents));

function write(operation: ClaimedOperation<Capture>, { kind, snapshot }: AskResult): Promise<Payment> {
  const { payment, decided } = operation;
  const entry = kind === "done" ? entryOf("capture", operation, decided.amountCents) : undefined;
  return writtenOrProjected(operation, snapshot, syncPayment(payment, { known: snapshot, entry }));
}

/** As visitRefund. */
export async function visitCapture(record: OperationRecord<Decided>, now: number): Promise<ClaimVisit> {
  const operation = await reopenOperation(record);
  const { payment, decided } = operation;
  const visited = { at: now, accountId: payment.connectedAccountId };
  if (decided.kind === "already_captured")
    return visitClaim(record, visited, {
      findAtProcessor: async () => ({ kind: "made", value: payment }),
      complete: async () => answerWith(contract, record, await showCaptured(payment)),
    });
  const capture = { ...operation, decided };
  return visitClaim(record, visited, {
    findAtProcessor: () => findCapture(capture),
    complete: async (_, snapshot) =>
      answerWith(contract, record, await write(capture, { kind: "done", snapshot })),
  });
}
