import { findPaymentRecords, type PaymentRecord } from "../../ledger/payments.ts";
import { fetchOriginOfIntent, paymentIdIn } from "../../processor/references.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { readProcessorKeys } from "../../runtime/secrets.ts";
import { isAbout } from "../events/identify-payment.ts";
import { identifyByStoredIntent, type PaymentsByIntent } from "./identify-by-stored-intent.ts";

/* For statements and payouts alike. Metadata can be edited by the account's owner, so the stored intent decides. */

/** What is known of an intent that money has led to; `metadata` and `applicationId` may be its charge's. */
export type SeenIntent = {
  intentId: string;
  metadata: Record<string, string>;
  applicationId: string | null;
  /** Milliseconds; it is asked for where it is needed and not known. */
  createdAt?: number;
};

/** `foreign`: it carries the id of a payment that is not its own. `not_in_ledger`: of one that the ledger does not have. */
export type IntentSubject =
  | { kind: "payment"; record: PaymentRecord }
  | { kind: "foreign" | "not_in_ledger"; svcPaymentId: string }
  | { kind: "merchants_own" };

/** `records`: payments that were read already. `paymentsByIntent`: of days that were listed already in this run. */
export type IntentOwner = {
  merchantId: string;
  accountId: string;
  records: ReadonlyMap<string, PaymentRecord>;
  paymentsByIntent: PaymentsByIntent;
};

export async function identifyIntent(seen: SeenIntent, owner: IntentOwner): Promise<IntentSubject> {
  const named = paymentIdIn(seen.metadata);
  const record = named && (owner.records.get(named) ?? (await findPaymentRecords([named])).get(named));
  if (record && isStoredIn(record, seen.intentId, owner)) return { kind: "payment", record };
  const edited = await findEdited(seen, owner);
  if (edited) return { kind: "payment", record: edited };
  if (!named) return { kind: "merchants_own" };
  return { kind: record ? "foreign" : "not_in_ledger", svcPaymentId: named };
}

/** An open creation has given out no secret: a payment in its name is forged, or a visit completes it first. */
const isStoredIn = (record: PaymentRecord, intentId: string, owner: IntentOwner): boolean =>
  record.processorPaymentIntentId !== undefined && isAbout(record, intentId, owner);

/** A payment of ours whose ids the account's owner has taken off its intent. Another application's intent is none. */
async function findEdited(seen: SeenIntent, owner: IntentOwner): Promise<PaymentRecord | undefined> {
  const { applicationId: ours } = await readProcessorKeys();
  if (ours !== undefined && seen.applicationId !== ours) return undefined;
  const createdAt = seen.createdAt ?? (await findCreation(owner.accountId, seen.intentId));
  if (createdAt === undefined) return undefined;
  return identifyByStoredIntent({ intentId: seen.intentId, createdAt }, owner);
}

/** undefined: not to be read, so not one that we made. */
async function findCreation(accountId: string, intentId: string): Promise<number | undefined> {
  try {
    return (await fetchOriginOfIntent(accountId, intentId)).createdAt;
  } catch (error) {
    if ((await classifyReadFailure(error, accountId)).kind !== "missing") throw error;
    return undefined;
  }
}
