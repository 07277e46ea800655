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
import type { EventFacts } from "../../ledger/events.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import type { PaymentSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";
import { count, log } from "../../runtime/logger.ts";
import { readProcessorKeys } from "../../runtime/secrets.ts";
import type { AppliedEvent } from "../deliveries/finish-event.ts";
import {
  upsertDisputeAttention,
  upsertHoldAttention,
  upsertRefundAttention,
  upsertWarningAttention,
} from "../payments/record-attention.ts";
import { syncDispute, syncPayment, syncRefund, type Telling } from "../payments/sync-payment.ts";
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
    ...howOf(reported),
    fetch: async (current) => {
      const snapshot = told && isConclusive(current, told) ? told : await fetchNow(reported);
      await requireOrdered(current, snapshot);
      return snapshot;
    },
    readAgain: (svcPaymentId) => findStillAbout(svcPaymentId, reported.intentId),
  });
  const hold = await noteHold(payment, reported.at);
  // What the processor says now is understood; what the event says is not, and an operator should know.
  return picture.kind === "read" ? outcome(reported, payment, hold) : { kind: "not_understood" };
}

async function applyRefundedCharge(reported: ReportedPayment): Promise<AppliedEvent> {
  const payment = await syncPayment(reported.payment, howOf(reported));
  const hold = await noteHold(payment, reported.at);
  const { refundedCents } = payment;
  return outcome(reported, payment, refundedCents > 0 ? { refundedCents } : hold);
}

async function applyRefund(
  { refundId }: Subject<"refund">,
  reported: ReportedPayment,
): Promise<AppliedEvent> {
  const { payment, refund } = await syncRefund(reported.payment, refundId, howOf(reported));
  await upsertRefundAttention(payment, refund, reported.at);
  const { status, amountCents, failureReason } = refund;
  return outcome(reported, payment, {
    refundedCents: payment.refundedCents,
    refund: { refundId, status, amountCents, failureReason },
  });
}

async function applyDispute(
  { disputeId }: Subject<"dispute">,
  reported: ReportedPayment,
): Promise<AppliedEvent> {
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
