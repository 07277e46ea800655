import type { Applied, EventSource } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import {
  type IntentSnapshot,
  isAsOrdered,
  type Payment,
  sameDispute,
  sameState,
} from "../../domain/payments/payment.ts";
import { canBeBelieved } from "../../domain/payments/payment-event.ts";
import { isUnderWay, type RefundFacts } from "../../domain/payments/refund.ts";
import type { EventFacts } from "../../ledger/event-record.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import { log } from "../../logger.ts";
import { count } from "../../metrics.ts";
import type { EventSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { fetchRefundedIntent } from "../../processor/refunds.ts";
import { whyUnreadable } from "../../processor/unreadable.ts";
import { readProcessorKeys } from "../../secrets.ts";
import { watchDispute, watchHold, watchRefund } from "../payments/record-attention.ts";
import { syncDispute } from "../payments/sync-dispute.ts";
import { syncPayment } from "../payments/sync-payment.ts";
import { syncRefund } from "../payments/sync-refund.ts";
import { isStillAbout } from "./identify-payment.ts";

export type PaymentNews = { intentId: string; subject: EventSubject; source: EventSource; at: number };

/** `missing`: the processor does not know what the event is about, which it may a moment later. */
export type AppliedToPayment = { kind: Applied; facts?: EventFacts } | { kind: "missing" };

/** Brings the payment in line with an event, by the same projection that the API's own calls use. */
export async function applyToPayment(payment: Payment, news: PaymentNews): Promise<AppliedToPayment> {
  try {
    const { subject } = news;
    const { changed, facts } = await applySubject(payment, news);
    // What the processor says now is understood; what the event says is not, and an operator should know.
    if (subject.kind === "intent" && subject.picture.kind === "not_understood")
      return { kind: "not_understood" };
    return { kind: changed ? "applied" : "unchanged", facts };
  } catch (error) {
    if (error instanceof ForeignIntent) return { kind: "not_this_payment" };
    const why = await whyUnreadable(error, payment.connectedAccountId);
    if (why.kind === "passing") throw error;
    return why;
  }
}

/** The event's intent only claims to be the one of an open creation. */
class ForeignIntent extends Error {
  override readonly name = "ForeignIntent";
}

/** While a creation is open nothing but its metadata says that an intent is the payment's: then it must fit as well. */
async function requireOrdered(payment: Payment, snapshot: IntentSnapshot): Promise<void> {
  if (payment.processorPaymentIntentId) return;
  const { applicationId } = await readProcessorKeys();
  const { orderedCents: amountCents, agreedFeeCents: applicationFeeCents } = payment;
  if (isAsOrdered({ ...payment, amountCents, applicationFeeCents, applicationId }, snapshot)) return;
  const { svcPaymentId, merchantId } = payment;
  log("error", "an intent names a payment that was ordered otherwise", { svcPaymentId, merchantId });
  count("ForeignIntents");
  throw new ForeignIntent("An intent names a payment that was ordered otherwise.");
}

type Outcome = { changed: boolean; facts: EventFacts };

async function applySubject(payment: Payment, news: PaymentNews): Promise<Outcome> {
  const { subject, intentId } = news;
  const isOfIntent = subject.kind !== "dispute" && !(subject.kind === "refund" && subject.isAboutStatus);
  if (isOfIntent) return applyIntent(payment, news);
  // Neither a refund nor a dispute says what was ordered: only their intent does.
  if (!payment.processorPaymentIntentId)
    await requireOrdered(payment, await fetchIntent(payment.connectedAccountId, intentId));
  return subject.kind === "dispute"
    ? applyDispute(payment, subject.disputeId, news)
    : applyRefund(payment, subject.refundId, news);
}

async function applyIntent(
  payment: Payment,
  { intentId, subject, source, at }: PaymentNews,
): Promise<Outcome> {
  // An event that we asked for may be of another API version than the one that our endpoint is pinned to.
  const told = source === "webhook" && subject.kind === "intent" ? subject.picture : undefined;
  let refunds: RefundFacts[] = [];
  const fetchNow = async (): Promise<IntentSnapshot> => {
    const { connectedAccountId } = payment;
    if (subject.kind !== "charge" || !subject.isAboutRefunds)
      return fetchIntent(connectedAccountId, intentId);
    const fetched = await fetchRefundedIntent(connectedAccountId, intentId);
    refunds = fetched.refunds;
    return fetched.snapshot;
  };
  const fetch = async (current: Payment): Promise<IntentSnapshot> => {
    const isBelieved = told?.kind === "read" && canBeBelieved(current, told.snapshot);
    // Late, out of order, or about refunds: what the processor says now is the only thing that counts.
    const snapshot = isBelieved ? told.snapshot : await fetchNow();
    await requireOrdered(current, snapshot);
    return snapshot;
  };
  const synced = await syncPayment(payment, {
    fetch,
    isMissed: source === "pull",
    readAgain: (svcPaymentId) => findStillAbout(svcPaymentId, intentId),
  });
  // Also where nothing has changed: an API call may have seen the hold first, or an earlier try may have died here.
  await watchHold(synced, at);
  // One that was made in the processor's dashboard is known from here alone, until it changes.
  for (const refund of refunds.filter(isUnderWay)) await watchRefund(synced, refund, at);
  return { changed: !sameState(synced, payment), facts: factsOf(synced, subject) };
}

/** The payment may have got another intent since the event was identified: then the next delivery finds that out. */
async function findStillAbout(svcPaymentId: string, intentId: string): Promise<Payment | undefined> {
  const record = await findPaymentRecord(svcPaymentId);
  if (!record || isStillAbout(record, intentId)) return record && toPayment(record);
  throw new Failure("service_unavailable", "The payment changed at the same time. Send the event again.", {
    retryAfterSeconds: 5,
  });
}

/** What the merchant would otherwise ask support for, only where the event is about it. */
function factsOf({ refundedCents, captureBefore }: Payment, { kind }: EventSubject): EventFacts {
  if (kind === "refund" || (kind === "charge" && refundedCents > 0)) return { refundedCents };
  return captureBefore === null ? {} : { captureBefore };
}

async function applyRefund(
  payment: Payment,
  refundId: string,
  { intentId, subject, source, at }: PaymentNews,
): Promise<Outcome> {
  const { payment: synced, refund } = await syncRefund(payment, refundId, {
    isMissed: source === "pull",
    readAgain: (svcPaymentId) => findStillAbout(svcPaymentId, intentId),
  });
  await watchRefund(synced, refund, at);
  const { status, amountCents, failureReason } = refund;
  const facts = { ...factsOf(synced, subject), refund: { refundId, status, amountCents, failureReason } };
  return { changed: !sameState(synced, payment), facts };
}

async function applyDispute(
  payment: Payment,
  disputeId: string,
  { source, at }: PaymentNews,
): Promise<Outcome> {
  const synced = await syncDispute(payment, disputeId, { isMissed: source === "pull" });
  await watchDispute(synced, disputeId, at);
  const dispute = synced.disputes[disputeId];
  return {
    changed: !sameDispute(dispute, payment.disputes[disputeId]),
    facts: dispute ? { dispute } : {},
  };
}
