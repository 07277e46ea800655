import type { EventSource } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import {
  type IntentSnapshot,
  isAsOrdered,
  isConclusive,
  type Payment,
  sameDispute,
  sameState,
} from "../../domain/payments/payment.ts";
import { hasFailed, isUnderWay, type RefundFacts } from "../../domain/payments/refund.ts";
import type { AppliedRefund, EventFacts } from "../../ledger/events.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import type { PaymentSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { fetchRefundedIntent } from "../../processor/refunds.ts";
import { count, log } from "../../runtime/logger.ts";
import { readProcessorKeys } from "../../runtime/secrets.ts";
import type { AppliedEvent } from "../deliveries/finish-event.ts";
import {
  upsertDisputeAttention,
  upsertHoldAttention,
  upsertRefundAttention,
  upsertWarningAttention,
} from "../payments/record-attention.ts";
import {
  type StateSync,
  syncDispute,
  syncFetched,
  syncPayment,
  syncRefund,
  type Telling,
} from "../payments/sync-payment.ts";
import { isAbout, isUndecided } from "./identify-event.ts";

/* What changes on a payment by an event of its intent, its charge, a refund, a dispute or a warning of fraud. */

/** `payment`: as it was read when the event was identified. */
type ReportedPayment = {
  payment: Payment;
  intentId: string;
  source: EventSource;
  at: number;
};

/** Brings the payment in line with the processor, by the same projection that the API's own calls use. */
export async function applyToPayment(
  subject: PaymentSubject,
  reported: ReportedPayment,
): Promise<AppliedEvent> {
  try {
    switch (subject.kind) {
      case "intent":
        return await applyIntent(subject, reported);
      case "charge":
        return await applyRefundedCharge(reported);
      case "refund":
        return await applyRefund(subject, reported);
      case "dispute":
        return await applyDispute(subject, reported);
      case "fraud_warning":
        return await applyWarning(subject, reported);
    }
  } catch (error) {
    if (error instanceof ForeignIntent) return { kind: "not_this_payment" };
    throw error;
  }
}

type Subject<K extends PaymentSubject["kind"]> = Extract<PaymentSubject, { kind: K }>;

/** The event's own picture of the intent is used where that is safe; otherwise what the processor says now counts. */
async function applyIntent({ picture }: Subject<"intent">, reported: ReportedPayment): Promise<AppliedEvent> {
  // An event that we pulled may be of another API version than the one that our webhook endpoint is pinned to.
  const told = reported.source === "webhook" && picture.kind === "read" ? picture.snapshot : undefined;
  const payment = await syncPayment(reported.payment, {
    ...followed(reported),
    fetch: async (current) => (told && isConclusive(current, told) ? told : fetchNow(reported)),
  });
  const hold = await noteHold(payment, reported.at);
  // What the processor says now is understood; what the event says is not, and an operator should know.
  return picture.kind === "read" ? outcome(reported, payment, hold) : { kind: "not_understood" };
}

async function applyRefundedCharge(reported: ReportedPayment): Promise<AppliedEvent> {
  const fetch = () => fetchRefundedIntent(reported.payment.connectedAccountId, reported.intentId);
  const { record: payment, facts } = await syncFetched(reported.payment, { fetch }, followed(reported));
  const hold = await noteHold(payment, reported.at);
  // A refund that was made in the processor's dashboard is known from here alone, until it changes. One that has failed has
  // an event of its own. Here it may be old, and what a person has resolved would be demanded again.
  for (const refund of facts.refunds.filter((one) => isUnderWay(one) || (one.replaces && !hasFailed(one))))
    await upsertRefundAttention(payment, refund, reported.at);
  const { refundedCents } = payment;
  const pending = facts.refunds.find(isUnderWay);
  return outcome(reported, payment, {
    ...(refundedCents > 0 ? { refundedCents } : hold),
    ...(pending && { refund: toldOf(pending) }),
  });
}

async function applyRefund(
  { refundId, isAboutStatus }: Subject<"refund">,
  reported: ReportedPayment,
): Promise<AppliedEvent> {
  if (!isAboutStatus) {
    const payment = await syncPayment(reported.payment, {
      ...followed(reported),
      fetch: () => fetchNow(reported),
    });
    await noteHold(payment, reported.at);
    return outcome(reported, payment, { refundedCents: payment.refundedCents });
  }
  const { payment, refund } = await syncRefund(reported.payment, refundId, followed(reported));
  await upsertRefundAttention(payment, refund, reported.at);
  return outcome(reported, payment, { refundedCents: payment.refundedCents, refund: toldOf(refund) });
}

const toldOf = ({ refundId, status, amountCents, failureReason }: RefundFacts): AppliedRefund => ({
  refundId,
  status,
  amountCents,
  failureReason,
});

async function applyDispute(
  { disputeId }: Subject<"dispute">,
  reported: ReportedPayment,
): Promise<AppliedEvent> {
  // A dispute does not say what was ordered: only its intent does.
  if (!reported.payment.processorPaymentIntentId)
    await requireOrdered(reported.payment, await fetchNow(reported));
  const payment = await syncDispute(reported.payment, disputeId, howOf(reported));
  await upsertDisputeAttention(payment, disputeId, reported.at);
  const dispute = payment.disputes[disputeId];
  const isSame = sameDispute(dispute, reported.payment.disputes[disputeId]);
  return { kind: isSame ? "unchanged" : "applied", facts: dispute ? { dispute } : {} };
}

/** Nothing of the payment changes: the bank only says what it suspects. */
async function applyWarning(
  { warningId }: Subject<"fraud_warning">,
  reported: ReportedPayment,
): Promise<AppliedEvent> {
  if (!reported.payment.processorPaymentIntentId)
    await requireOrdered(reported.payment, await fetchNow(reported));
  const isNew = await upsertWarningAttention(reported.payment, warningId, reported.at);
  return { kind: isNew ? "applied" : "unchanged" };
}

const fetchNow = ({ payment, intentId }: ReportedPayment): Promise<IntentSnapshot> =>
  fetchIntent(payment.connectedAccountId, intentId);

const outcome = (reported: ReportedPayment, synced: Payment, facts: EventFacts): AppliedEvent => ({
  kind: sameState(synced, reported.payment) ? "unchanged" : "applied",
  facts,
});

/** Also where nothing has changed: an API call may have seen the hold first, or an earlier try may have died here. */
async function noteHold(payment: Payment, at: number): Promise<EventFacts> {
  const { captureBefore } = payment;
  if (captureBefore === null) return {};
  await upsertHoldAttention(payment, at);
  return { captureBefore };
}

const howOf = ({ source }: ReportedPayment): Telling => ({ isMissed: source === "pull" });

const followed = (reported: ReportedPayment): StateSync => ({
  ...howOf(reported),
  requireOwn: requireOrdered,
  readAgain: (svcPaymentId) => findStillAbout(svcPaymentId, reported.intentId),
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
  log("error", "an intent does not match the payment it names", { svcPaymentId, merchantId });
  count("ForeignIntents");
  throw new ForeignIntent("The intent does not match the payment it names.");
}

/** The payment may have got another intent since the event was identified: then the next delivery finds that out. */
async function findStillAbout(svcPaymentId: string, intentId: string): Promise<Payment | undefined> {
  const record = await findPaymentRecord(svcPaymentId);
  if (!record) return undefined;
  const { merchantId } = record;
  const { connectedAccountId: accountId } = record.terms;
  if (isAbout(record, intentId, { merchantId, accountId }) && !isUndecided(record)) return toPayment(record);
  throw new Failure("service_unavailable", "The payment changed at the same time. Send the event again.", {
    retryAfterSeconds: 5,
  });
}
