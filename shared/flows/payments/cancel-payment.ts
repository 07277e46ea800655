import type { StoredReply } from "../../contract/answer.ts";
import { cancelPayment as contract } from "../../contract/payment-operations.ts";
import { isRefusal } from "../../domain/failure.ts";
import { decideCancel } from "../../domain/payments/cancel.ts";
import { isResumed, keyAttemptOf, type LookupResult } from "../../domain/payments/claim.ts";
import {
  type AlreadyCanceled,
  type Cancel,
  type CancelWish,
  entryOf,
  isRefused,
} from "../../domain/payments/operation.ts";
import type { IntentSnapshot, Payment } from "../../domain/payments/payment.ts";
import { type OperationRecord, requirePayment } from "../../ledger/payments.ts";
import { cancelIntent } from "../../processor/intents.ts";
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
  processorKeyFor,
  reopenOperation,
  resumeOperation,
  writtenOrProjected,
} from "./claim-operation.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

/* A cancellation: read → decide → claim → ask → write → answer. What each step leaves behind is said in refund-payment.ts. */

type Decided = Cancel | AlreadyCanceled;

export async function cancelPayment(request: OperationRequest<CancelWish>): Promise<StoredReply> {
  const { merchantId, svcPaymentId, at } = request;
  const payment = await requirePayment(merchantId, svcPaymentId);
  const claimed = await decideAndClaim({ name: "cancel", request, payment });
  if (claimed.kind === "replay") return { ...claimed.answer, replayed: true };
  const { operation } = claimed;
  const written = await askAndWrite(operation, at).catch(endClaim(operation.record, at));
  return answerWith(contract, operation.record, written);
}

/** The ledger may be behind the processor, so it refuses nothing by itself. */
async function decideAndClaim(call: OperationCall<CancelWish>) {
  const { payment, request } = call;
  const decided = decideCancel(payment, request.body);
  if (!isRefused(decided)) return claimOperation<Decided>(call, decided);
  const standing = await resumeOperation<Decided>(call);
  if (standing.kind !== "nothing_to_resume") return standing;
  return claimOperation<Decided>(call, decideCancel(await fetchFacts(payment), request.body));
}

/** `done_by_another`: the processor refused, because another request had fulfilled the same wish. */
type AskResult = { kind: "done" | "done_by_another"; snapshot: IntentSnapshot };

async function askAndWrite(operation: ClaimedOperation<Decided>, at: number): Promise<Payment> {
  const { decided } = operation;
  if (decided.kind === "already_canceled") return showCanceled(operation.payment);
  const cancellation = { ...operation, decided };
  return write(cancellation, await ask(cancellation, at));
}

/** The ledger may be behind the intent that was decided on. */
const showCanceled = async (payment: Payment): Promise<Payment> =>
  payment.status === "canceled" ? payment : syncPayment(payment);

/** With a key at most once over all attempts; without one by one call, which is never repeated. */
async function ask(operation: ClaimedOperation<Cancel>, at: number): Promise<AskResult> {
  const { payment, decided, record } = operation;
  try {
    const snapshot = record
      ? await askOnce(record, at, {
          send: (claimed) => send(operation, keyAttemptOf(claimed)),
          findAtProcessor: () => findCancellation(payment),
          // A second cancellation is refused by the processor.
          pauseMs: 0,
        })
      : await askWithoutKey(() => send(operation, 1), "GET /v1/payments/{id}");
    return { kind: "done", snapshot };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const snapshot = await fetchFor(payment).catch(() => undefined);
    if (!snapshot) throw error;
    const now = decideCancel(factsFrom(payment, snapshot), decided);
    if (now.kind === "already_canceled") return { kind: "done_by_another", snapshot };
    throw explained(error, now);
  }
}

async function send(operation: ClaimedOperation<Cancel>, keyAttempt: number): Promise<IntentSnapshot> {
  const { payment, decided, record } = operation;
  const processorKey = processorKeyFor(operation, keyAttempt);
  const snapshot = await cancelIntent({ ...intentOf(payment), reason: decided.reason, processorKey });
  // On a resume the processor may repeat its first answer; the payment may have moved on since.
  return record && isResumed(record) ? fetchFor(payment) : snapshot;
}

const findCancellation = (payment: Payment): Promise<LookupResult<IntentSnapshot>> =>
  findOnIntent(payment, ({ status }) => status === "canceled");

function write(operation: ClaimedOperation<Cancel>, { kind, snapshot }: AskResult): Promise<Payment> {
  const { payment } = operation;
  const entry = kind === "done" ? entryOf("cancel", operation, payment.amountCents) : undefined;
  return writtenOrProjected(operation, snapshot, syncPayment(payment, { known: snapshot, entry }));
}

/** As visitRefund. */
export async function visitCancel(record: OperationRecord<Decided>, now: number): Promise<ClaimVisit> {
  const operation = await reopenOperation(record);
  const { payment, decided } = operation;
  const visited = { at: now, accountId: payment.connectedAccountId };
  if (decided.kind === "already_canceled")
    return visitClaim(record, visited, {
      findAtProcessor: async () => ({ kind: "made", value: payment }),
      complete: async () => answerWith(contract, record, await showCanceled(payment)),
    });
  const cancellation = { ...operation, decided };
  return visitClaim(record, visited, {
    findAtProcessor: () => findCancellation(payment),
    complete: async (_, snapshot) =>
      answerWith(contract, record, await write(cancellation, { kind: "done", snapshot })),
  });
}
