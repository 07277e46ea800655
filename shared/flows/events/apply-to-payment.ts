import type { Applied, EventSource } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import { keyNumberOf } from "../../domain/payments/claim.ts";
import {
  type IntentSnapshot,
  isAsOrdered,
  type Payment,
  sameDispute,
  sameState,
} from "../../domain/payments/payment.ts";
import { canBeBelieved } from "../../domain/payments/payment-event.ts";
import { isUnderWay } from "../../domain/payments/refund.ts";
import type { EventFacts } from "../../ledger/event-record.ts";
import { findPaymentRecord, type PaymentRecord, termsOf, toPayment } from "../../ledger/payments.ts";
import { log } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { type PaymentSubject, paymentNamedIn } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { fetchIntentOf } from "../../processor/references.ts";
import { fetchRefundedIntent } from "../../processor/refunds.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { readProcessorKeys } from "../../secrets.ts";
import { findByStoredIntent } from "../payments/find-by-stored-intent.ts";
import { watchDispute, watchHold, watchRefund } from "../payments/record-attention.ts";
import {
  type StateSync,
  syncDispute,
  syncFetched,
  syncPayment,
  syncRefund,
  type Telling,
} from "../payments/sync-payment.ts";

/* Events about a payment: of its intent, its charge, a refund or a dispute. Which payment it is, and what changes. */

// identify

export type EventPayment =
  | { kind: "payment"; subject: PaymentSubject; payment: Payment; intentId: string }
  /** A payment of another environment at the same processor. */
  | { kind: "elsewhere" }
  /** A payment that is ours and not in the ledger, or something that the processor itself does not know. */
  | { kind: "unknown"; as: "unknown_payment" }
  | { kind: "not_applied"; as: Applied };

type Owner = { merchantId: string; accountId: string };

const UNKNOWN: EventPayment = { kind: "unknown", as: "unknown_payment" };
const notApplied = (as: Applied): EventPayment => ({ kind: "not_applied", as });

/** `recordedAs`: the payment that the event was recorded with, whatever its intent's metadata says by now. */
export async function identifyPayment(
  subject: PaymentSubject,
  owner: Owner,
  recordedAs?: string,
): Promise<EventPayment> {
  try {
    return (
      (recordedAs && (await findRecordedAs(recordedAs, subject, owner))) ||
      (await findPaymentOf(subject, owner))
    );
  } catch (error) {
    const { kind } = await classifyReadFailure(error, owner.accountId);
    if (kind === "passing") throw error;
    return kind === "missing" ? UNKNOWN : notApplied(kind);
  }
}

/** undefined: the payment has another intent by now, is gone, or the event names only a charge. */
async function findRecordedAs(
  svcPaymentId: string,
  subject: PaymentSubject,
  owner: Owner,
): Promise<EventPayment | undefined> {
  const { intentId } = subject.references;
  const record = intentId && (await findPaymentRecord(svcPaymentId));
  if (!record || !isAbout(record, intentId, owner) || isUndecided(record)) return undefined;
  return { kind: "payment", subject, payment: toPayment(record), intentId };
}

async function findPaymentOf(subject: PaymentSubject, owner: Owner): Promise<EventPayment> {
  const { references } = subject;
  // Metadata travels from the intent to its charge, but never to refunds and disputes: for those the intent is fetched.
  const origin = references.metadata ? references : await fetchIntentOf(references, owner.accountId);
  const { intentId, metadata = {} } = origin;
  if (!intentId) return notApplied("not_about_a_payment");
  const named = paymentNamedIn(metadata);
  const record = named.kind === "ours" ? await findPaymentRecord(named.svcPaymentId) : undefined;
  const isNamed = record && isAbout(record, intentId, owner);
  if (isNamed && isUndecided(record)) return UNKNOWN;
  // An account's owner can edit the metadata, but not which intent the ledger has stored.
  const own = isNamed ? record : await findByStoredIntent({ ...origin, intentId }, owner);
  if (own) return { kind: "payment", subject, payment: toPayment(own), intentId };
  if (named.kind === "elsewhere") return named;
  if (named.kind === "none") return notApplied("not_about_a_payment");
  return record ? notApplied("not_this_payment") : UNKNOWN;
}

/** A merchant can write anything into metadata, so the account and the intent must be the payment's own. */
export function isAbout(record: PaymentRecord, intentId: string, owner: Owner): boolean {
  const isOwn =
    record.merchantId === owner.merchantId && termsOf(record).connectedAccountId === owner.accountId;
  const stored = record.processorPaymentIntentId;
  return isOwn && (stored ? stored === intentId : record.state === "claimed");
}

/** An open claim under a renewed key may have left an intent behind: its completion decides which one is the payment's. */
const isUndecided = (record: PaymentRecord): boolean =>
  record.state === "claimed" && keyNumberOf(record) > 1 && !record.processorPaymentIntentId;

// apply

/** `payment`: as it was read when the event was identified. */
export type PaymentNews = Telling & {
  payment: Payment;
  intentId: string;
  source: EventSource;
  at: number;
};

export type AppliedEvent = { kind: Applied; facts?: EventFacts };

/** Brings the payment in line with the processor, by the same projection that the API's own calls use. */
export async function applyToPayment(subject: PaymentSubject, news: PaymentNews): Promise<AppliedEvent> {
  try {
    switch (subject.kind) {
      case "intent":
        return await applyIntent(subject, news);
      case "charge":
        return await applyRefundedCharge(news);
      case "refund":
        return await applyRefund(subject, news);
      case "dispute":
        return await applyDispute(subject, news);
    }
  } catch (error) {
    if (error instanceof ForeignIntent) return { kind: "not_this_payment" };
    throw error;
  }
}

type Subject<K extends PaymentSubject["kind"]> = Extract<PaymentSubject, { kind: K }>;

/** The event's own picture of the intent is used where that is safe; otherwise what the processor says now counts. */
async function applyIntent({ picture }: Subject<"intent">, news: PaymentNews): Promise<AppliedEvent> {
  // An event that we pulled may be of another API version than the one that our webhook endpoint is pinned to.
  const told = news.source === "webhook" && picture.kind === "read" ? picture.snapshot : undefined;
  const payment = await syncPayment(news.payment, {
    ...followed(news),
    fetch: async (current) => (told && canBeBelieved(current, told) ? told : fetchNow(news)),
  });
  // Also where nothing has changed: an API call may have seen the hold first, or an earlier try may have died here.
  await watchHold(payment, news.at);
  // What the processor says now is understood; what the event says is not, and an operator should know.
  return picture.kind === "read" ? outcome(news, payment, holdOf(payment)) : { kind: "not_understood" };
}

async function applyRefundedCharge(news: PaymentNews): Promise<AppliedEvent> {
  const fetch = () => fetchRefundedIntent(news.payment.connectedAccountId, news.intentId);
  const { record: payment, facts } = await syncFetched(news.payment, { fetch }, followed(news));
  await watchHold(payment, news.at);
  // A refund that was made in the processor's dashboard is known from here alone, until it changes.
  for (const refund of facts.refunds.filter((one) => isUnderWay(one) || one.replaces))
    await watchRefund(payment, refund, news.at);
  const { refundedCents } = payment;
  return outcome(news, payment, refundedCents > 0 ? { refundedCents } : holdOf(payment));
}

async function applyRefund(
  { refundId, isAboutStatus }: Subject<"refund">,
  news: PaymentNews,
): Promise<AppliedEvent> {
  if (!isAboutStatus) {
    const payment = await syncPayment(news.payment, { ...followed(news), fetch: () => fetchNow(news) });
    await watchHold(payment, news.at);
    return outcome(news, payment, { refundedCents: payment.refundedCents });
  }
  const { payment, refund } = await syncRefund(news.payment, refundId, followed(news));
  await watchRefund(payment, refund, news.at);
  const { status, amountCents, failureReason } = refund;
  return outcome(news, payment, {
    refundedCents: payment.refundedCents,
    refund: { refundId, status, amountCents, failureReason },
  });
}

async function applyDispute({ disputeId }: Subject<"dispute">, news: PaymentNews): Promise<AppliedEvent> {
  // A dispute does not say what was ordered: only its intent does.
  if (!news.payment.processorPaymentIntentId) await requireOrdered(news.payment, await fetchNow(news));
  const payment = await syncDispute(news.payment, disputeId, howOf(news));
  await watchDispute(payment, disputeId, news.at);
  const dispute = payment.disputes[disputeId];
  const isSame = sameDispute(dispute, news.payment.disputes[disputeId]);
  return { kind: isSame ? "unchanged" : "applied", facts: dispute ? { dispute } : {} };
}

const fetchNow = ({ payment, intentId }: PaymentNews): Promise<IntentSnapshot> =>
  fetchIntent(payment.connectedAccountId, intentId);

const outcome = (news: PaymentNews, synced: Payment, facts: EventFacts): AppliedEvent => ({
  kind: sameState(synced, news.payment) ? "unchanged" : "applied",
  facts,
});

const holdOf = ({ captureBefore }: Payment): EventFacts => (captureBefore === null ? {} : { captureBefore });

const howOf = ({ source, merchant, isTold }: PaymentNews) => ({
  isMissed: source === "pull",
  merchant,
  isTold,
});

const followed = (news: PaymentNews): StateSync => ({
  ...howOf(news),
  requireOwn: requireOrdered,
  readAgain: (svcPaymentId) => findStillAbout(svcPaymentId, news.intentId),
});

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

/** The payment may have got another intent since the event was identified: then the next delivery finds that out. */
async function findStillAbout(svcPaymentId: string, intentId: string): Promise<Payment | undefined> {
  const record = await findPaymentRecord(svcPaymentId);
  if (!record) return undefined;
  const { merchantId } = record;
  const { connectedAccountId: accountId } = termsOf(record);
  if (isAbout(record, intentId, { merchantId, accountId }) && !isUndecided(record)) return toPayment(record);
  throw new Failure("service_unavailable", "The payment changed at the same time. Send the event again.", {
    retryAfterSeconds: 5,
  });
}
