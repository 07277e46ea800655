import type { StoredReply } from "../../contract/answer.ts";
import type { Failure } from "../../domain/failure.ts";
import { fingerprint } from "../../domain/fingerprint.ts";
import { operationIdFor } from "../../domain/id.ts";
import type { HistoryEntry } from "../../domain/payments/history.ts";
import { type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { claim, resume } from "../../ledger/claims.ts";
import { findOperation, newOperationRecord, type OperationRecord } from "../../ledger/payments.ts";
import { fetchFor } from "./sync-payment.ts";

export type OperationName = "capture" | "refund" | "cancel";

export type OperationRequest = {
  merchantId: string;
  svcPaymentId: string;
  /** Without one, every request is a new operation. */
  idempotencyKey: string | undefined;
  sentBody: unknown;
  ownerToken: string;
  traceId: string;
  at: number;
};

type Refused = { kind: "refused"; failure: Failure };

/** A decision is pure. D is what is to be done; it is frozen in the claim, so that every resume does the same. */
export type Decide<D> = (payment: Payment) => D | Refused;

/** Decided, and claimed where a key came. */
export type BegunOperation<D> = {
  kind: "begun";
  /** The version to write on. */
  payment: Payment;
  decided: D;
  operationId: string;
  /** Only with an Idempotency-Key. */
  record?: OperationRecord<D>;
  entry: (amountCents: number) => HistoryEntry;
};

export type Beginning<D> = BegunOperation<D> | { kind: "replayed"; reply: StoredReply };

/** Decide, and claim where a key came. A request that repeats a completed one gets that one's answer. */
export async function beginOperation<D extends { kind: string }>(
  request: OperationRequest,
  payment: Payment,
  { name, decide }: { name: OperationName; decide: Decide<D> },
): Promise<Beginning<D>> {
  const { idempotencyKey, ownerToken } = request;
  const entryOf = (operationId: string) => (amountCents: number) => ({
    at: request.at,
    operation: name,
    operationId,
    amountCents,
    traceId: request.traceId,
  });
  if (idempotencyKey === undefined) {
    const { facts, decision } = await decideOnFacts(payment, decide);
    const operationId = ownerToken;
    return { kind: "begun", payment: facts, decided: decision, operationId, entry: entryOf(operationId) };
  }
  const operationId = operationIdFor(payment.svcPaymentId, name, idempotencyKey);
  const claimed = await claimOperation(request, { payment, decide, operationId });
  if (claimed.kind === "replay") return { kind: "replayed", reply: { ...claimed.answer, replayed: true } };
  const { record } = claimed;
  return {
    kind: "begun",
    payment,
    decided: record.decided,
    operationId,
    record,
    entry: entryOf(operationId),
  };
}

/** What was begun or completed under the key counts more than what the ledger would decide now. */
async function claimOperation<D extends { kind: string }>(
  request: OperationRequest,
  { payment, decide, operationId }: { payment: Payment; decide: Decide<D>; operationId: string },
) {
  const { merchantId, sentBody, ownerToken, traceId, at } = request;
  const attempt = { merchantId, fingerprint: fingerprint(sentBody), ownerToken, at };
  const claimFor = (facts: Payment, decided: D) =>
    claim<OperationRecord<D>>(newOperationRecord({ operationId, payment: facts, decided, traceId }), attempt);

  const onLedger = decide(payment);
  if (!isRefused(onLedger)) return claimFor(payment, onLedger);
  const resumed = await resume(await findOperation<D>(payment.svcPaymentId, operationId), attempt);
  if (resumed.kind !== "unclaimed") return resumed;
  const { facts, decision } = await decideOnFacts(payment, decide);
  return claimFor(facts, decision);
}

/**
 * Before the ledger's status refuses anything, the processor is asked: the buyer may be ahead of the webhook. What it
 * says only serves the decision; writing it down is the webhook's business, or that of the call that follows.
 */
async function decideOnFacts<D extends { kind: string }>(
  payment: Payment,
  decide: Decide<D>,
): Promise<{ facts: Payment; decision: D }> {
  const onLedger = decide(payment);
  if (!isRefused(onLedger)) return { facts: payment, decision: onLedger };
  const facts = { ...payment, ...projectIntent(await fetchFor(payment)) };
  const onFacts = decide(facts);
  if (isRefused(onFacts)) throw onFacts.failure;
  return { facts, decision: onFacts };
}

export const isRefused = (decision: { kind: string }): decision is Refused => decision.kind === "refused";
