import { type StoredReply, toStoredAnswer } from "../../contract/answer.ts";
import { capturePayment, refundPayment } from "../../contract/payments.ts";
import { isResumed, mayBeForgotten } from "../../domain/claim.ts";
import type { Failure } from "../../domain/failure.ts";
import { fingerprint } from "../../domain/fingerprint.ts";
import { operationIdFor } from "../../domain/id.ts";
import { type Payment, projectIntent } from "../../domain/payment.ts";
import { claim, complete, revisit } from "../../ledger/claims.ts";
import {
  findOperation,
  type HistoryEntry,
  newOperationRecord,
  type OperationRecord,
} from "../../ledger/payments.ts";
import { paymentView } from "../../views/payment.ts";
import { underClaim } from "../run-under-claim.ts";
import { getPayment } from "./get-payment.ts";
import { fetchFor } from "./sync-payment.ts";

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

/** Who an operation is to the processor, and what an earlier attempt may have left there. */
export type OperationIdentity = {
  operationId: string;
  processorKey: string;
  resumed: boolean;
  mayBeForgotten: boolean;
  /** What the payment's history says of it. */
  entry: (amountCents: number) => HistoryEntry;
};

type Refused = { kind: "refused"; failure: Failure };

/** What tells a capture from a refund: a pure decision, and the call that carries it out. */
export type OperationSteps<D extends { kind: string }> = {
  name: "capture" | "refund";
  decide: (payment: Payment) => D | Refused;
  perform: (payment: Payment, decided: D, identity: OperationIdentity) => Promise<Payment>;
};

const CONTRACTS = { capture: capturePayment, refund: refundPayment };

export type OperationAnswer = StoredReply;

export async function runOperation<D extends { kind: string }>(
  request: OperationRequest,
  steps: OperationSteps<D>,
): Promise<OperationAnswer> {
  const payment = await getPayment(request.merchantId, request.svcPaymentId);
  const { idempotencyKey } = request;
  if (idempotencyKey !== undefined) return runKeyed({ ...request, idempotencyKey }, steps, payment);
  const decided = await decideOnFacts(payment, steps.decide);
  const token = request.ownerToken;
  const entry = entryFor(request, steps.name, token);
  const identity = { operationId: token, processorKey: token, resumed: false, mayBeForgotten: false, entry };
  const done = await steps.perform(decided.payment, decided.decision, identity);
  return { ...toStoredAnswer(CONTRACTS[steps.name], paymentView(done)), replayed: false };
}

async function runKeyed<D extends { kind: string }>(
  request: OperationRequest & { idempotencyKey: string },
  steps: OperationSteps<D>,
  payment: Payment,
): Promise<OperationAnswer> {
  const { svcPaymentId, ownerToken, at } = request;
  const operationId = operationIdFor(svcPaymentId, steps.name, request.idempotencyKey);
  const attempt = { fingerprint: fingerprint(request.sentBody), ownerToken, at };
  const claimDecided = ({ payment, decision }: { payment: Payment; decision: D }) =>
    claim<OperationRecord<D>>(newOperationRecord({ operationId, payment, decided: decision }), attempt);

  const decision = steps.decide(payment);
  let outcome = isRefused(decision)
    ? await revisit(await findOperation<D>(svcPaymentId, operationId), attempt)
    : await claimDecided({ payment, decision });
  // Refused by the ledger and never begun under this key: the processor has the last word.
  if (outcome.kind === "vacant") outcome = await claimDecided(await decideOnFacts(payment, steps.decide));
  if (outcome.kind === "replay") return { ...outcome.answer, replayed: true };

  const { record } = outcome;
  const identity = {
    operationId,
    processorKey: `${operationId}.${record.generation}`,
    resumed: isResumed(record),
    mayBeForgotten: mayBeForgotten(record, at),
    entry: entryFor(request, steps.name, operationId),
  };
  const done = await underClaim(record, at, () => steps.perform(payment, record.decided, identity));
  return complete(record, toStoredAnswer(CONTRACTS[steps.name], paymentView(done)));
}

/**
 * Before the ledger's status refuses anything, the processor is asked: the buyer may be ahead of the webhook. What it
 * says only serves the decision; writing it down is the webhook's business, or that of the call that follows.
 */
async function decideOnFacts<D extends { kind: string }>(
  payment: Payment,
  decide: (payment: Payment) => D | Refused,
): Promise<{ payment: Payment; decision: D }> {
  const onLedger = decide(payment);
  if (!isRefused(onLedger)) return { payment, decision: onLedger };
  const facts = { ...payment, ...projectIntent(await fetchFor(payment)) };
  const onFacts = decide(facts);
  if (isRefused(onFacts)) throw onFacts.failure;
  return { payment: facts, decision: onFacts };
}

const entryFor =
  ({ at, traceId }: OperationRequest, operation: "capture" | "refund", operationId: string) =>
  (amountCents: number): HistoryEntry => ({ at, operation, operationId, amountCents, traceId });

const isRefused = (decision: { kind: string }): decision is Refused => decision.kind === "refused";
