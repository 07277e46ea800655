import { environmentConfig } from "../../config.ts";
import { isPaymentId } from "../../domain/id.ts";
import { findPaymentRecord, type PaymentRecord } from "../../ledger/payments.ts";
import { fetchIntentIdOfCharge } from "../../processor/disputes.ts";
import type { EventSubject } from "../../processor/events.ts";
import { fetchIntent } from "../../processor/intents.ts";

/** What an event turned out to be about. `elsewhere`: a payment of another environment at the same processor. */
export type EventPayment =
  | { kind: "payment"; record: PaymentRecord; intentId: string }
  | { kind: "none" }
  | { kind: "elsewhere" }
  | { kind: "unknown" }
  | { kind: "mismatch" };

type Reference = { intentId: string; metadata: Record<string, string> };

export async function identifyPayment(
  subject: EventSubject,
  owner: { merchantId: string; accountId: string },
): Promise<EventPayment> {
  const reference = await findReference(subject, owner.accountId);
  const { svcPaymentId, svcEnv } = reference?.metadata ?? {};
  if (!reference || !svcEnv || !svcPaymentId || !isPaymentId(svcPaymentId)) return { kind: "none" };
  if (svcEnv !== environmentConfig().ENVIRONMENT) return { kind: "elsewhere" };
  const record = await findPaymentRecord(svcPaymentId);
  if (!record) return { kind: "unknown" };
  if (!isAbout(record, reference.intentId, owner)) return { kind: "mismatch" };
  return { kind: "payment", record, intentId: reference.intentId };
}

/** Metadata travels from the intent to the charge, but never to refunds and disputes: there the intent is asked. */
async function findReference(subject: EventSubject, accountId: string): Promise<Reference | undefined> {
  if (subject.kind === "intent")
    return { intentId: subject.snapshot.intentId, metadata: subject.snapshot.metadata };
  if (subject.kind === "charge") {
    return subject.intentId ? { intentId: subject.intentId, metadata: subject.metadata } : undefined;
  }
  if (subject.kind !== "refund" && subject.kind !== "dispute") return undefined;
  const { intentId: named, chargeId } = subject;
  const intentId = named ?? (chargeId && (await fetchIntentIdOfCharge(accountId, chargeId)));
  return intentId ? { intentId, metadata: (await fetchIntent(accountId, intentId)).metadata } : undefined;
}

/** A merchant can write anything into metadata, so the account and the intent must be the payment's own. */
function isAbout(
  record: PaymentRecord,
  intentId: string,
  owner: { merchantId: string; accountId: string },
): boolean {
  const own = record.merchantId === owner.merchantId && record.order.connectedAccountId === owner.accountId;
  const stored = record.processorPaymentIntentId;
  return own && (stored ? stored === intentId : record.state === "claimed");
}
