import { environmentConfig } from "../../config.ts";
import { isPaymentId } from "../../domain/id.ts";
import { findPaymentRecord, type PaymentRecord, termsOf } from "../../ledger/payments.ts";
import type { EventSubject } from "../../processor/events.ts";
import { fetchIntentIdOfCharge, fetchMetadataOfIntent } from "../../processor/references.ts";
import { whyUnreadable } from "../../processor/unreadable.ts";

/**
 * What an event turned out to be about. `elsewhere`: a payment of another environment at the same processor.
 * `unknown`: a payment that is ours and not in the ledger, or something that the processor itself does not know.
 */
export type EventPayment =
  | { kind: "payment"; record: PaymentRecord; intentId: string }
  | { kind: "none" }
  | { kind: "elsewhere" }
  | { kind: "unknown" }
  | { kind: "mismatch" }
  | { kind: "not_understood" }
  | { kind: "out_of_reach" };

type Owner = { merchantId: string; accountId: string };

export async function identifyPayment(subject: EventSubject, owner: Owner): Promise<EventPayment> {
  const reference = await findReference(subject, owner.accountId);
  if (reference.kind !== "intent") return reference;
  const { svcPaymentId, svcEnv } = reference.metadata;
  if (!svcEnv || !svcPaymentId || !isPaymentId(svcPaymentId)) return { kind: "none" };
  if (svcEnv !== environmentConfig().ENVIRONMENT) return { kind: "elsewhere" };
  const record = await findPaymentRecord(svcPaymentId);
  if (!record) return { kind: "unknown" };
  if (!isAbout(record, reference.intentId, owner)) return { kind: "mismatch" };
  if (isUndecided(record)) return { kind: "unknown" };
  return { kind: "payment", record, intentId: reference.intentId };
}

type Reference =
  | { kind: "intent"; intentId: string; metadata: Record<string, string> }
  | { kind: "none" | "unknown" | "not_understood" | "out_of_reach" };

/** Metadata travels from the intent to the charge, but never to refunds and disputes: there the intent is fetched. */
async function findReference(subject: EventSubject, accountId: string): Promise<Reference> {
  if (subject.kind === "not_understood") return { kind: "not_understood" };
  if (!("references" in subject)) return { kind: "none" };
  const { intentId, chargeId, metadata } = subject.references;
  if (metadata) return intentId ? { kind: "intent", intentId, metadata } : { kind: "none" };
  try {
    const found = intentId ?? (chargeId && (await fetchIntentIdOfCharge(accountId, chargeId)));
    if (!found) return { kind: "none" };
    return { kind: "intent", intentId: found, metadata: await fetchMetadataOfIntent(accountId, found) };
  } catch (error) {
    const why = await whyUnreadable(error, accountId);
    if (why.kind === "passing") throw error;
    return { kind: why.kind === "missing" ? "unknown" : why.kind };
  }
}

/** A merchant can write anything into metadata, so the account and the intent must be the payment's own. */
export function isAbout(record: PaymentRecord, intentId: string, owner: Owner): boolean {
  const own =
    record.merchantId === owner.merchantId && termsOf(record).connectedAccountId === owner.accountId;
  const stored = record.processorPaymentIntentId;
  return own && (stored ? stored === intentId : record.state === "claimed");
}

/** Of a record that was read again since. */
export const isStillAbout = (record: PaymentRecord, intentId: string): boolean =>
  isAbout(record, intentId, {
    merchantId: record.merchantId,
    accountId: termsOf(record).connectedAccountId,
  }) && !isUndecided(record);

/** An open claim under a renewed key may have left an intent behind: which one is the payment's, its completion says. */
const isUndecided = ({ state, generation, processorPaymentIntentId }: PaymentRecord): boolean =>
  state === "claimed" && generation > 1 && !processorPaymentIntentId;
