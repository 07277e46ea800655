import { findPaymentRecords, type PaymentRecord } from "../../ledger/payments.ts";
import { paymentIdIn } from "../../processor/references.ts";
import { isAbout } from "../events/identify-event.ts";
import { findByIntent } from "../payments/find-by-intent.ts";

/* For statements and payouts alike. Metadata can be edited by the account's owner, so the stored intent decides. */

/** What is known of an intent that money has led to; `metadata` and `applicationId` may be its charge's. */
export type SeenIntent = {
  intentId: string;
  metadata: Record<string, string>;
  applicationId: string | null;
};

/** `foreign`: it carries the id of a payment that is not its own. `not_in_ledger`: of one that the ledger does not have. */
export type IntentSubject =
  | { kind: "payment"; record: PaymentRecord }
  | { kind: "foreign" | "not_in_ledger"; svcPaymentId: string }
  | { kind: "merchants_own" };

/** `records`: payments that were read already. */
export type IntentOwner = {
  merchantId: string;
  accountId: string;
  records: ReadonlyMap<string, PaymentRecord>;
};

export async function identifyIntent(seen: SeenIntent, owner: IntentOwner): Promise<IntentSubject> {
  const named = paymentIdIn(seen.metadata);
  const record = named && (owner.records.get(named) ?? (await findPaymentRecords([named])).get(named));
  if (record && isStoredIn(record, seen.intentId, owner)) return { kind: "payment", record };
  const edited = await findByIntent(seen, owner);
  if (edited) return { kind: "payment", record: edited };
  if (!named) return { kind: "merchants_own" };
  return { kind: record ? "foreign" : "not_in_ledger", svcPaymentId: named };
}

/** An open creation has given out no secret: a payment in its name is forged, or a visit completes it first. */
const isStoredIn = (record: PaymentRecord, intentId: string, owner: IntentOwner): boolean =>
  record.processorPaymentIntentId !== undefined && isAbout(record, intentId, owner);
