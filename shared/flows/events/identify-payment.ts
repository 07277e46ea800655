import type { Applied } from "../../domain/events/event.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../ledger/payments.ts";
import { type PaymentSubject, paymentNamedIn } from "../../processor/events.ts";
import { fetchIntentOf } from "../../processor/references.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { findByIntent } from "../payments/find-by-intent.ts";

/* Which payment an event of an intent, a charge, a refund or a dispute is about. */

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
  const own = isNamed ? record : await findByIntent({ ...origin, intentId }, owner);
  if (own) return { kind: "payment", subject, payment: toPayment(own), intentId };
  if (named.kind === "elsewhere") return named;
  if (named.kind === "none") return notApplied("not_about_a_payment");
  return record ? notApplied("not_this_payment") : UNKNOWN;
}

/** A merchant can write anything into metadata, so the account and the intent must be the payment's own. */
export function isAbout(record: PaymentRecord, intentId: string, owner: Owner): boolean {
  const isOwn = record.merchantId === owner.merchantId && record.terms.connectedAccountId === owner.accountId;
  const stored = record.processorPaymentIntentId;
  return isOwn && (stored ? stored === intentId : record.state === "claimed");
}

/** An open claim under a renewed key may have left an intent behind: its completion decides which one is the payment's. */
export const isUndecided = (record: PaymentRecord): boolean =>
  record.state === "claimed" && record.keyNumber > 1 && !record.processorPaymentIntentId;
