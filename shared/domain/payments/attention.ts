import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_MS } from "../time.ts";
import type { Dispute, Payment } from "./payment.ts";
import type { RefundFacts } from "./refund.ts";
import { isOwed } from "./replacement.ts";

/*
 * What needs a person before it is too late: a hold that runs out, a dispute that wants an answer, a bank's warning of
 * fraud, a refund that failed or does not arrive, a payout that came back. Each has one item in the ledger, written by
 * the flow that learns of it. The item is on the due list itself, and its visit looks at the subject again before anybody
 * is told; the payment never is on that list for this. An item is closed and then expires; that of a failed refund stays.
 */

/** `endpoint_failing` has no item: it is computed when it is asked for. */
export const ATTENTION_KINDS = [
  "hold_expiring",
  "dispute_response_due",
  "fraud_warning",
  "refund_failed",
  "refund_pending",
  "payout_failed",
  "endpoint_failing",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export type Attention = {
  /** Of what a person can call resolved; null: it ends with its cause. */
  attentionId: string | null;
  kind: AttentionKind;
  subject: {
    svcPaymentId?: string;
    disputeId?: string;
    fraudWarningId?: string;
    refundId?: string;
    payoutId?: string;
    endpointOrigin?: string;
    endpointId?: string;
  };
  orderRef: string | null;
  amountCents: number | null;
  currency: string | null;
  since: number;
  dueBy: number | null;
  /** Of a failed refund: one that replaces it is about to be made. */
  replacement?: "in_progress";
};

export const attentionIdOf = (subjectId: string): string => `att_${subjectId}`;

export const subjectOf = (
  attentionId: string,
): { subject: "REFUND" | "PAYOUT" | "WARNING"; subjectId: string } => {
  const subjectId = attentionId.slice("att_".length);
  if (subjectId.startsWith("issfr_")) return { subject: "WARNING", subjectId };
  return { subject: subjectId.startsWith("po_") ? "PAYOUT" : "REFUND", subjectId };
};

export type ListedDispute = Dispute & {
  svcPaymentId: string;
  orderRef: string | null;
  currency: string;
  openedAt: number;
};

const HOLD_NOTICE_MS = 24 * HOUR_MS;
const DISPUTE_NOTICE_MS = 72 * HOUR_MS;

/** A bank's refund takes days. */
const USUAL_REFUND_MS = 10 * DAY_MS;

const WAITING_REFUND_VISIT_MS = DAY_MS;

const FAILURE_SHOWN_MS = 30 * DAY_MS;

/** Payouts are made daily. */
const FAILED_PAYOUT_VISIT_MS = DAY_MS;

/** The processor may need a moment to end what has expired. */
const AFTER_DEADLINE_MS = 5 * MINUTE_MS;

const LOST_VISIT_MS = 6 * HOUR_MS;

/** A dispute's item is listed for longer. */
export const CLOSED_TTL_SECONDS = 30 * DAY_SECONDS;
export const DISPUTE_TTL_SECONDS = 400 * DAY_SECONDS;

/** A day before a hold ends; of a short hold, when half of it is over. */
export const holdNoticeAt = (captureBefore: number, at: number): number =>
  captureBefore - Math.max(0, Math.min(HOLD_NOTICE_MS, Math.floor((captureBefore - at) / 2)));

/** The opening was told when it happened: this is the reminder. */
export const disputeNoticeAt = (dueBy: number): number => dueBy - DISPUTE_NOTICE_MS;

/**
 * When a deadline is told of, of an item seen since then. A deadline that has moved may be told of a little later than
 * this, and never sooner.
 */
export const noticeAt = ({
  kind,
  dueBy,
  since,
}: {
  kind: AttentionKind;
  dueBy: number;
  since: number;
}): number => (kind === "hold_expiring" ? holdNoticeAt(dueBy, since) : disputeNoticeAt(dueBy));

export const afterDeadline = (dueBy: number): number => dueBy + AFTER_DEADLINE_MS;

/**
 * When something is looked at again whose account is out of reach, or that we do not understand; undefined: never. The
 * account may only seem lost, as to a key of another platform, and a release may understand more. What is given up before
 * is not told in time. So a deadline is waited for, the more closely the nearer it is, and a refund for as long as it
 * would be shown.
 */
export function lostVisitAt(
  { kind, dueBy, since }: { kind: AttentionKind; dueBy?: number; since: number },
  at: number,
): number | undefined {
  if (kind === "refund_pending") return isShownNoMore(since, at) ? undefined : at + WAITING_REFUND_VISIT_MS;
  if (dueBy === undefined || dueBy <= at) return undefined;
  const halfMs = Math.floor((dueBy - at) / 2);
  return halfMs < AFTER_DEADLINE_MS ? dueBy : at + Math.min(halfMs, LOST_VISIT_MS);
}

/** Whatever was sent before: an appeal has a second round. Without a date no answer is possible. */
export const isAnswerable = ({ status, dueBy }: Pick<Dispute, "status" | "dueBy">): boolean =>
  status.endsWith("needs_response") && Boolean(dueBy);

export type WatchedRefund = Pick<
  RefundFacts,
  "status" | "pendingReason" | "failureReason" | "createdAt" | "replaces"
>;

/** `settled`: nothing is left to watch. `visitAt`: when it is looked at again; `isShown`: it needs a person already. */
export type RefundVerdict =
  | { kind: "settled" }
  | { kind: "refund_failed" | "refund_pending"; isShown: boolean; visitAt: number };

export function judgeRefund(refund: WatchedRefund, at: number): RefundVerdict {
  const { status, pendingReason, createdAt } = refund;
  if (isOwed(refund)) return { kind: "refund_failed", isShown: true, visitAt: failureVisitAt(at) };
  const isWaiting = status === "requires_action" || pendingReason === "insufficient_funds";
  if (status !== "pending" && !isWaiting) return { kind: "settled" };
  const isShown = isWaiting || at >= createdAt + USUAL_REFUND_MS;
  return {
    kind: "refund_pending",
    isShown,
    visitAt: isShown ? at + WAITING_REFUND_VISIT_MS : createdAt + USUAL_REFUND_MS,
  };
}

export const payoutVisitAt = (at: number): number => at + FAILED_PAYOUT_VISIT_MS;

export const isNothingLeft = ({
  amountCents,
  refundedCents,
}: Pick<Payment, "amountCents" | "refundedCents">): boolean => refundedCents >= amountCents;

/** There is nothing left that a refund could save from a dispute. */
export const isWarningOver = (
  payment: Pick<Payment, "amountCents" | "refundedCents" | "status" | "disputes">,
): boolean =>
  isNothingLeft(payment) || payment.status === "canceled" || Object.keys(payment.disputes).length > 0;

export const failureVisitAt = (at: number): number => at + FAILURE_SHOWN_MS;

export const isShownNoMore = (since: number, at: number): boolean => at >= since + FAILURE_SHOWN_MS;

const ADVICE: Record<AttentionKind, string> = {
  hold_expiring:
    "The hold is released when it expires. Capture the payment if the goods were sent: POST /v1/payments/{id}/capture. " +
    "Otherwise cancel it.",
  dispute_response_due:
    "Respond with evidence in the processor's dashboard, or accept the dispute there. If you do not respond in time, " +
    "the money is lost.",
  fraud_warning:
    "The card's bank suspects fraud. Refund the payment before it becomes a dispute: POST /v1/payments/{id}/refund. If you " +
    "know the customer, resolve this instead: POST /v1/attention/{id}/resolve.",
  refund_failed:
    "The money is back in your balance, and the customer has not received it. Refund again with this refund's id in " +
    "replaces, or return the money another way and resolve this: POST /v1/attention/{id}/resolve. An Interac payment is " +
    "refunded again at a reader, without replaces: resolve this first, so that nobody else does.",
  refund_pending:
    "The customer has not received the money yet. If your balance is too low, top it up. If the refund waits for the " +
    "customer, ask them to follow the processor's email.",
  payout_failed:
    "The bank returned it, and the money is back in your balance. Correct the bank account in the processor's dashboard. The " +
    "money is part of a later payout.",
  endpoint_failing:
    "Your server does not accept events. See why at GET /v1/events?delivery=dead, fix it, then send them again: " +
    "POST /v1/events/recover.",
};

/** A payout with a negative amount takes money from the merchant's bank account. */
const FAILED_DEBIT =
  "The bank rejected the debit, so your balance is still negative. Correct the bank account in the processor's dashboard, or " +
  "top up your balance there.";

const REPLACEMENT_UNDER_WAY =
  "A replacement is under way. This item closes as soon as that refund is made. If it is not made, you can replace this one " +
  "again.";

export function adviceFor({
  kind,
  amountCents,
  replacement,
}: Pick<Attention, "kind" | "amountCents" | "replacement">): string {
  if (replacement) return REPLACEMENT_UNDER_WAY;
  return kind === "payout_failed" && (amountCents ?? 0) < 0 ? FAILED_DEBIT : ADVICE[kind];
}
