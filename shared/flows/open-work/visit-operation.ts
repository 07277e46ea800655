import { toStoredAnswer } from "../../contract/answer.ts";
import { cancelPayment, capturePayment, refundPayment } from "../../contract/payment-operations.ts";
import { isCaptureOf } from "../../domain/payments/capture.ts";
import type { HistoryEntry } from "../../domain/payments/history.ts";
import { type IntentSnapshot, type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { isPaid } from "../../domain/payments/status.ts";
import { complete } from "../../ledger/claims.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import { searchRefund } from "../../processor/refunds.ts";
import { paymentView } from "../../views/payment.ts";
import { fetchFor, findPayment, syncPayment } from "../payments/sync-payment.ts";
import { type ClaimVisit, type Sighting, visitClaim } from "./visit-claim.ts";

type Decided =
  | { kind: "capture"; amountCents: number }
  | { kind: "refund"; amountCents: number }
  | { kind: "cancel" }
  | { kind: "already_captured" | "already_canceled" };

const CONTRACTS = {
  capture: capturePayment,
  already_captured: capturePayment,
  refund: refundPayment,
  cancel: cancelPayment,
  already_canceled: cancelPayment,
};

/** A keyed capture, refund or cancellation that was left open. */
export const visitOperation = (record: OperationRecord<Decided>, at: number): Promise<ClaimVisit> =>
  visitClaim(record, at, async (claimed): Promise<Sighting> => {
    const payment = await findPayment(claimed.svcPaymentId);
    if (!payment) throw new Error("An operation's payment is not in the ledger.");
    const snapshot = await fetchFor(payment);
    const verdict = await judge(claimed, { ...payment, ...projectIntent(snapshot) }, at);
    if (verdict !== "made") return { kind: verdict };
    return { kind: "made", complete: () => completeOperation(claimed, payment, snapshot) };
  });

async function judge(
  { decided, operationId, claimedAt: firstAt }: OperationRecord<Decided>,
  facts: Payment,
  now: number,
): Promise<Sighting["kind"]> {
  if (decided.kind === "refund") {
    const { connectedAccountId: accountId, processorPaymentIntentId: intentId } = facts;
    const { isFound } = await searchRefund({ accountId, intentId, operationId, firstAt, now });
    return isFound ? "made" : "not_made";
  }
  // Nothing was left to be done when it was claimed.
  if (decided.kind === "already_captured" || decided.kind === "already_canceled") return "made";
  const isDone =
    decided.kind === "capture" ? isCaptureOf(facts, decided.amountCents) : facts.status === "canceled";
  if (isDone) return "made";
  return isPaid(facts.status) || facts.status === "canceled" ? "impossible" : "not_made";
}

async function completeOperation(
  record: OperationRecord<Decided>,
  payment: Payment,
  known: IntentSnapshot,
): Promise<void> {
  const synced = await syncPayment(payment, { known, entry: entryOf(record, payment) });
  await complete(record, toStoredAnswer(CONTRACTS[record.decided.kind], paymentView(synced)));
}

/** The client's retry will be answered from the record, and write nothing: it is in the payment's story by this alone. */
function entryOf(record: OperationRecord<Decided>, { amountCents }: Payment): HistoryEntry | undefined {
  const { decided, operationId, claimedAt: at, traceId = operationId } = record;
  switch (decided.kind) {
    case "capture":
    case "refund":
      return { at, operation: decided.kind, operationId, amountCents: decided.amountCents, traceId };
    case "cancel":
      return { at, operation: "cancel", operationId, amountCents, traceId };
    default:
      return undefined;
  }
}
