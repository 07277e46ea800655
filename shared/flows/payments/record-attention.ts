import {
  disputeNoticeAt,
  failureVisitAt,
  holdNoticeAt,
  isAnswerable,
  isWarningOver,
  judgeRefund,
} from "../../domain/payments/attention.ts";
import type { Dispute, Payment } from "../../domain/payments/payment.ts";
import type { RefundFacts } from "../../domain/payments/refund.ts";
import {
  closeRefundAttention,
  closeReplaced,
  createAttention,
  saveAttention,
  saveFailedRefund,
  saveHold,
  saveSettledDispute,
} from "../../ledger/attention.ts";
import { reportAttention } from "../report-attention.ts";

/*
 * Writes an attention item for what a person must know in time (domain/payments/attention.ts), before the event is finished
 * or the claim completed. A crash in between repeats that, and loses nothing. The payment is the version that was just
 * written or, if nothing was, read: what was seen earlier never replaces what was seen later. Only the failure of a refund,
 * and that one was replaced, are final: they are written whatever was seen, and nothing replaces them.
 */

/** Only cards tell until when a hold lives. */
export async function upsertHoldAttention(payment: Payment, at: number): Promise<void> {
  const { status, captureBefore, svcPaymentId } = payment;
  if (status !== "requires_capture" || captureBefore === null) return;
  await saveHold({
    ...seenOf(payment, at),
    kind: "hold_expiring",
    subjectId: svcPaymentId,
    dueBy: captureBefore,
    visitAt: holdNoticeAt(captureBefore, at),
  });
}

export async function upsertDisputeAttention(payment: Payment, disputeId: string, at: number): Promise<void> {
  const dispute = payment.disputes[disputeId];
  if (!dispute) return;
  const { openedAt = at } = dispute;
  const item = { ...seenOf(payment, openedAt), kind: "dispute_response_due", subjectId: disputeId } as const;
  const dueBy = answerableUntil(dispute, at);
  if (dueBy === undefined) return void (await saveSettledDispute(item, at));
  await saveAttention({
    ...item,
    dueBy,
    shownIn: "open",
    visitAt: Math.max(at, disputeNoticeAt(dueBy)),
  });
}

/** undefined: no answer is wanted, or it would come too late. */
export const answerableUntil = (dispute: Dispute, at: number): number | undefined =>
  isAnswerable(dispute) && dispute.dueBy !== undefined && dispute.dueBy > at ? dispute.dueBy : undefined;

/**
 * The customer has been waiting since the refund was made. A failure counts from when it was seen. Whatever became of a
 * refund that replaces another: it is the last of its chain, and the only one that is open.
 */
export async function upsertRefundAttention(
  payment: Payment,
  refund: RefundFacts,
  at: number,
): Promise<void> {
  const { refundId, replaces: failedId } = refund;
  await saveRefund(payment, refund, at);
  if (failedId) await closeReplaced({ ...seenOf(payment, at), failedId }, refundId, at);
}

async function saveRefund(payment: Payment, refund: RefundFacts, at: number): Promise<void> {
  const { refundId, amountCents, failureReason, pendingReason, status, createdAt } = refund;
  const verdict = judgeRefund(refund, at);
  if (verdict.kind === "settled")
    return void (await closeRefundAttention({ ...seenOf(payment, createdAt), refundId }, at));
  const { kind, isShown, visitAt } = verdict;
  const since = kind === "refund_failed" ? at : createdAt;
  const save = kind === "refund_failed" ? saveFailedRefund : saveAttention;
  const isNew = await save({
    ...seenOf(payment, since),
    kind,
    subjectId: refundId,
    amountCents,
    reason: failureReason ?? pendingReason ?? status,
    ...(isShown && { shownIn: "open", shownAt: at }),
    visitAt,
  });
  if (isShown && isNew) reportAttention(kind, payment);
}

/** A warning never changes: the first one stays, also once a person has resolved it. Answers whether it is news. */
export async function upsertWarningAttention(
  payment: Payment,
  warningId: string,
  at: number,
): Promise<boolean> {
  const isNew = await createAttention({
    ...seenOf(payment, at),
    kind: "fraud_warning",
    subjectId: warningId,
    shownIn: "open",
    shownAt: at,
    visitAt: failureVisitAt(at),
  });
  if (isNew && !isWarningOver(payment)) reportAttention("fraud_warning", payment);
  return isNew;
}

const seenOf = ({ merchantId, svcPaymentId, version }: Payment, since: number) => ({
  merchantId,
  svcPaymentId,
  seenOn: version,
  since,
});
