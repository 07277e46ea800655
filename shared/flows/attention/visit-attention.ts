import {
  afterDeadline,
  isShownNoMore,
  isWarningOver,
  lostVisitAt,
  noticeAt,
  payoutVisitAt,
} from "../../domain/payments/attention.ts";
import { type Payment, projectIntent, sameDispute, sameState } from "../../domain/payments/payment.ts";
import {
  type AttentionRecord,
  closeAttention,
  isAboutPayout,
  markShown,
  markTold,
  type PaymentAttention,
  type PayoutAttention,
  scheduleVisit,
  settleDispute,
} from "../../ledger/attention.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { findPayment } from "../../ledger/payments.ts";
import { fetchDispute } from "../../processor/disputes.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import {
  answerableUntil,
  upsertDisputeAttention,
  upsertHoldAttention,
  upsertRefundAttention,
} from "../payments/record-attention.ts";
import { fetchFor, syncDispute, syncPayment, syncRefund } from "../payments/sync-payment.ts";
import { findFailedPayouts } from "../payouts/record-failed-payout.ts";
import { reportAttention } from "../report-attention.ts";
import { tellOwnEvent } from "../sync.ts";

/*
 * A visit to what needs a person, at its time. It reads the ledger and then the processor, because the subject may have
 * been settled in the processor's own dashboard, and then tells, waits for another time, or closes. Dying in between
 * repeats the visit: what was told is told under the same id again, which is once.
 *
 * Where the processor cannot be asked, the item is shown all the same, and the next visit of its schedule asks again. The
 * same holds if the account is out of reach, or the answer is of a later API version than ours, at times of its own: an
 * account that the merchant has really taken away is no reason to call an operator. The item is given up once its deadline
 * is over.
 */

export type AttentionVisit = "closed_already" | "over" | "told" | "told_already" | "waits";

export async function visitAttention(record: AttentionRecord, at: number): Promise<AttentionVisit> {
  if (record.closedAt !== undefined) return "closed_already";
  const merchant = await findMerchant(record.merchantId);
  if (!merchant || merchant.erasedAt !== undefined) return end(record, at);
  if (isAboutPayout(record)) return visitFailedPayout(record, at);
  const payment = await findPayment(record.svcPaymentId);
  if (!payment) return end(record, at);
  try {
    return await visitSubject(record, { payment, at });
  } catch (error) {
    const why = await classifyReadFailure(error, payment.connectedAccountId);
    const mayReturn = why.kind === "out_of_reach" || why.kind === "not_understood";
    const visitAt = mayReturn ? lostVisitAt(record, at) : undefined;
    if (why.kind !== "passing" && visitAt === undefined) return giveUp(record, at);
    await showUnseen(record, at);
    if (visitAt === undefined) throw error;
    return waitToRead(record, visitAt, at);
  }
}

/** A person is notified in time, although the subject could not be read. */
async function showUnseen(record: PaymentAttention, at: number): Promise<void> {
  if (hasDeadline(record) && record.dueBy > at && !isTooSoon(record, at)) await markShown(record);
}

/** What an operator visits too soon stands on the due list at its time. */
async function waitToRead(record: PaymentAttention, visitAt: number, at: number): Promise<"waits"> {
  const stays = hasDeadline(record) && isTooSoon(record, at);
  if (!stays) await scheduleVisit(record, visitAt);
  return "waits";
}

async function end(record: AttentionRecord, at: number): Promise<AttentionVisit> {
  await closeAttention(record, at);
  return "over";
}

/** The item of a dispute is also what lists it, for as long as any other dispute: only an erasure ends that. */
async function giveUp(record: PaymentAttention, at: number): Promise<AttentionVisit> {
  if (record.kind !== "dispute_response_due") return end(record, at);
  await settleDispute(record, at);
  return "over";
}

/** As the ledger has it. */
type Known = { payment: Payment; at: number };

function visitSubject(record: PaymentAttention, known: Known): Promise<AttentionVisit> {
  switch (record.kind) {
    case "hold_expiring":
      return visitHold(record, known);
    case "dispute_response_due":
      return visitDispute(record, known);
    case "refund_pending":
      return visitRefund(record, known);
    case "refund_failed":
      return visitFailedRefund(record, known);
    case "fraud_warning":
      return isWarningOver(known.payment) ? end(record, known.at) : visitFailedRefund(record, known);
  }
}

/** The ledger's word is enough where the hold is over: nothing brings it back. */
async function visitHold(record: PaymentAttention, known: Known): Promise<AttentionVisit> {
  const { payment, at } = known;
  if (payment.status !== "requires_capture") return end(record, at);
  const snapshot = await fetchFor(payment);
  const isRight = sameState(payment, projectIntent(snapshot));
  const held = isRight ? payment : await syncPayment(payment, { known: snapshot });
  const { captureBefore } = held;
  if (held.status !== "requires_capture" || captureBefore === null || captureBefore <= at)
    return end(record, at);
  if (captureBefore !== record.dueBy) {
    await upsertHoldAttention(held, at);
    return "waits";
  }
  return tell({ ...record, dueBy: captureBefore }, { ...known, payment: held });
}

async function visitDispute(record: PaymentAttention, known: Known): Promise<AttentionVisit> {
  const { payment, at } = known;
  const { subjectId } = record;
  const fetched = await fetchDispute(payment.connectedAccountId, subjectId);
  const isRight = sameDispute(fetched, payment.disputes[subjectId]);
  const dueBy = answerableUntil(fetched, at);
  if (isRight && dueBy !== undefined && dueBy === record.dueBy) return tell({ ...record, dueBy }, known);
  // Answered, decided, too late, or another deadline: what is listed follows.
  const synced = isRight ? payment : await syncDispute(payment, subjectId);
  await upsertDisputeAttention(synced, subjectId, at);
  return dueBy === undefined ? "over" : "waits";
}

async function visitRefund(record: PaymentAttention, known: Known): Promise<AttentionVisit> {
  const { payment, at } = known;
  const { payment: synced, refund } = await syncRefund(payment, record.subjectId);
  await upsertRefundAttention(synced, refund, at);
  return refund.status === "succeeded" ? "over" : "waits";
}

/** Shown for as long as that helps. An operator's visit may come before that time. */
async function visitFailedRefund(record: PaymentAttention, { at }: Known): Promise<AttentionVisit> {
  return isShownNoMore(record.since, at) ? end(record, at) : "waits";
}

/** The ledger's word is enough: events and the daily look bring it every payout. */
async function visitFailedPayout(record: PayoutAttention, at: number): Promise<AttentionVisit> {
  const failed = await findFailedPayouts([record]);
  if (failed.size === 0 || isShownNoMore(record.since, at)) return end(record, at);
  await scheduleVisit(record, payoutVisitAt(at));
  return "waits";
}

type WithDeadline = PaymentAttention & { dueBy: number };

const hasDeadline = (record: PaymentAttention): record is WithDeadline => record.dueBy !== undefined;

/** The due list comes at its time; an operator's visit may come sooner, and must not tell in its place. */
const isTooSoon = (record: WithDeadline, at: number): boolean => at < noticeAt(record);

/** The event first, then the item, which takes it off the due list until its deadline is over. */
async function tell(record: WithDeadline, known: Known): Promise<AttentionVisit> {
  if (isTooSoon(record, known.at)) return "waits";
  const isTold = record.toldFor === record.dueBy;
  if (!isTold && isDeadline(record)) {
    await sendDeadline(record, known);
    reportAttention(record.kind, record);
  }
  await markTold(record, afterDeadline(record.dueBy));
  return isTold ? "told_already" : "told";
}

const TYPES = {
  hold_expiring: "payment.hold_expiring",
  dispute_response_due: "dispute.response_due",
} as const;

type Deadline = PaymentAttention & { kind: keyof typeof TYPES; dueBy: number };

const isDeadline = (record: PaymentAttention & { dueBy: number }): record is Deadline => record.kind in TYPES;

/** Its id follows from subject and deadline, so that a repeated visit records it once. */
async function sendDeadline(record: Deadline, { payment, at }: Known): Promise<void> {
  const { kind, subjectId, dueBy } = record;
  await tellOwnEvent({
    type: TYPES[kind],
    about: [subjectId, dueBy],
    object: objectOf(record, payment),
    merchantId: payment.merchantId,
    accountId: payment.connectedAccountId,
    svcPaymentId: payment.svcPaymentId,
    at,
  });
}

const objectOf = ({ kind, subjectId }: Deadline, { processorPaymentIntentId: intentId }: Payment) =>
  kind === "hold_expiring"
    ? { object: "payment_intent", id: intentId }
    : { object: "dispute", id: subjectId, payment_intent: intentId };
