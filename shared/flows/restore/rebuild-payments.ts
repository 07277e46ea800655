import { requireNotErased } from "../../domain/erasure.ts";
import { accountsOf } from "../../domain/finance/reconciliation.ts";
import type { TimeWindow } from "../../domain/finance/time-window.ts";
import type { PaymentTerms } from "../../domain/payments/create.ts";
import { callersOwn } from "../../domain/payments/metadata.ts";
import {
  type Dispute,
  type Payment,
  type PaymentState,
  projectIntent,
  sameDispute,
  sameState,
} from "../../domain/payments/payment.ts";
import type { IntentStatus } from "../../domain/payments/status.ts";
import { getMerchant, type Merchant } from "../../ledger/merchants.ts";
import {
  findPayment,
  findPaymentRecord,
  findPaymentRecords,
  type PaymentRecord,
  toPayment,
} from "../../ledger/payments.ts";
import { createRebuiltPayment } from "../../ledger/rebuilt-payments.ts";
import { listDisputes } from "../../processor/disputes.ts";
import { type ListedIntent, listIntents } from "../../processor/intent-lists.ts";
import { paymentIdIn } from "../../processor/snapshot.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { log } from "../../runtime/logger.ts";
import { readProcessorKeys } from "../../runtime/secrets.ts";
import { creationAnswer } from "../payments/create-payment.ts";
import { findByStoredIntent } from "../payments/find-by-intent.ts";
import { upsertDisputeAttention, upsertHoldAttention } from "../payments/record-attention.ts";
import { saveAndTell, syncDispute, syncPayment, tellChange } from "../payments/sync-payment.ts";
import { closeForgottenCreation } from "../payments/visit-creation.ts";

/*
 * After the table was restored from a backup the ledger has forgotten payments, and with them their keys: a client's
 * retry would charge again. What the processor has with our metadata, and the ledger has not, is written down from the
 * intent. The fingerprint of the first request is lost; a retry under its key is known by amount and currency. Operations
 * need no record: the intent shows a capture, a cancellation and a charge, and a refund looks for its own before it is sent.
 *
 * Metadata can be forged: a merchant writes what it likes into the intents of its own account, also the id of another
 * one's payment, and from the id alone nothing tells whose it is. So an id that the ledger has for another merchant is
 * never rebuilt, but counted and logged, whichever of the two came first; and whatever is rebuilt is this merchant's: a
 * create of another one that meets it is rejected, and never answered with it.
 *
 * Of an erased merchant nothing is rebuilt: an intent's metadata holds what the erasure has taken away.
 */

/** `foreign`: the ledger has this id for another merchant. */
export type RebuildReport = {
  listed: number;
  known: number;
  rebuilt: number;
  foreign: number;
  unreadable: number;
};

export type Rebuild = { traceId: string; ownerToken: string };

/** An intent, and whose account has it. */
type Listed = { accountId: string; intent: ListedIntent };

/** By payment: what it is rebuilt from. */
type Forgotten = Map<string, Listed>;

/**
 * The newest account first: of an order on two accounts, only the later intent was given out. An account that cannot
 * be read does not stop the others.
 */
export async function rebuildPayments(
  merchant: Merchant,
  window: TimeWindow,
  rebuild: Rebuild,
): Promise<RebuildReport & { unreachableAccounts: string[] }> {
  const report = { listed: 0, known: 0, rebuilt: 0, foreign: 0, unreadable: 0 };
  const { merchantId } = merchant;
  const count = (outcome: "known" | "rebuilt" | "foreign", svcPaymentId: string) => {
    report[outcome]++;
    if (outcome === "foreign")
      log("error", "an intent names another merchant's payment", { merchantId, svcPaymentId });
  };
  const forgotten: Forgotten = new Map();
  const unreachableAccounts: string[] = [];
  for (const accountId of accountsOf(merchant).toReversed()) {
    const found = findForgotten({ accountId, merchantId, window }, { forgotten, report, count });
    const isReached = await found.then(() => true).catch((error) => falseIfLost(error, accountId));
    if (!isReached) unreachableAccounts.push(accountId);
  }
  for (const [svcPaymentId, found] of forgotten) {
    // Each time: the list may take longer than an erasure waits for what was under way.
    requireNotErased(await getMerchant(merchantId));
    const outcome = await rebuildPayment({ svcPaymentId, merchantId, ...found }, rebuild);
    count(outcome, svcPaymentId);
    if (outcome !== "foreign") await tellAgain(svcPaymentId, window.untilMs);
  }
  return { ...report, unreachableAccounts };
}

async function rebuildPayment(
  payment: { svcPaymentId: string; merchantId: string; accountId: string; intent: ListedIntent },
  { traceId, ownerToken }: Rebuild,
): Promise<"rebuilt" | "known" | "foreign"> {
  const { svcPaymentId, merchantId, accountId, intent } = payment;
  const terms = termsFromIntent(accountId, intent);
  const answer = await creationAnswer(svcPaymentId, terms, intent);
  const state = projectIntent(intent.snapshot);
  return createRebuiltPayment(
    { svcPaymentId, merchantId, terms, traceId, at: intent.createdAt },
    {
      ...{ answer, state, ownerToken, keyNumber: keyNumberIn(intent) },
      disputes: await disputesOf(accountId, state),
    },
  );
}

async function falseIfLost(error: unknown, accountId: string): Promise<false> {
  if ((await classifyReadFailure(error, accountId)).kind !== "out_of_reach") throw error;
  return false;
}

/** What merchants were told may have been forgotten as well, and what a person must hear of. */
async function tellAgain(svcPaymentId: string, at: number): Promise<void> {
  const payment = await findPayment(svcPaymentId);
  if (!payment) return;
  await tellChange(payment, {}, { isMissed: true }, async () => payment);
  await upsertHoldAttention(payment, at);
  for (const disputeId of Object.keys(payment.disputes)) await upsertDisputeAttention(payment, disputeId, at);
}

/** What was never charged cannot be disputed. */
const disputesOf = async (
  accountId: string,
  { processorPaymentIntentId, processorChargeId }: PaymentState,
): Promise<Dispute[]> => (processorChargeId ? listDisputes(accountId, processorPaymentIntentId) : []);

type Finding = {
  forgotten: Forgotten;
  report: RebuildReport;
  count: (outcome: "known" | "foreign", svcPaymentId: string) => void;
};

async function findForgotten(
  { accountId, merchantId, window }: { accountId: string; merchantId: string; window: TimeWindow },
  { forgotten, report, count }: Finding,
): Promise<void> {
  let after: string | undefined;
  do {
    const { intents, unreadable, next } = await listIntents(accountId, window, after);
    const { applicationId: ours } = await readProcessorKeys();
    const named = intents.flatMap((intent) => {
      const svcPaymentId = paymentIdIn(intent.snapshot.metadata);
      const isOurs = ours === undefined || intent.snapshot.applicationId === ours;
      return svcPaymentId && isOurs ? [{ svcPaymentId, intent }] : [];
    });
    const known = await findPaymentRecords(named.map(({ svcPaymentId }) => svcPaymentId));
    report.listed += named.length;
    report.unreadable += unreadable;
    for (const { intent, ...name } of named) {
      const record = await holderOf(intent, known.get(name.svcPaymentId), { merchantId, accountId });
      const { svcPaymentId } = record ?? name;
      const isOwn = record?.merchantId === merchantId;
      const found = forgotten.get(svcPaymentId);
      if (!record || (isOwn && isMadeSince(record, intent))) {
        const chosen = better(found?.intent, intent);
        if (chosen === intent) forgotten.set(svcPaymentId, { accountId, intent });
        continue;
      }
      // Sold on a later account: what its beginning has left on this one completes nothing.
      if (found && found.accountId !== accountId) continue;
      if (isOwn)
        await bringInLine(
          await closeIfOpen(record, { accountId, intent }, window.untilMs),
          intent,
          window.untilMs,
        );
      count(isOwn ? "known" : "foreign", svcPaymentId);
    }
    after = next;
  } while (after !== undefined);
}

/** An account's owner can write another payment's id into an intent, but not change which payment has stored it. */
const holderOf = async (
  { snapshot: { intentId } }: ListedIntent,
  named: PaymentRecord | undefined,
  owner: { merchantId: string; accountId: string },
): Promise<PaymentRecord | undefined> =>
  named?.processorPaymentIntentId === intentId
    ? named
    : ((await findByStoredIntent(intentId, owner)) ?? named);

/** Rejected or open in the ledger: the key was used again since the backup, and then it was made. */
const isMadeSince = (record: PaymentRecord, intent: ListedIntent): boolean =>
  record.state !== "completed" && keyNumberIn(intent) > record.keyNumber;

/** An intent whose metadata was edited names none. */
const keyNumberIn = ({ snapshot }: ListedIntent): number => Number(snapshot.metadata.svcKeyNumber ?? 0);

/** The backup is of a moment before the creation's answer. */
async function closeIfOpen(record: PaymentRecord, listed: Listed, at: number): Promise<PaymentRecord> {
  if (record.state !== "claimed") return record;
  await closeForgottenCreation(record, isOrderedBy(record, listed) ? listed.intent : undefined, at);
  return (await findPaymentRecord(record.svcPaymentId)) ?? record;
}

/** It names what was ordered, whatever became of its amount and its fee since. */
function isOrderedBy(record: PaymentRecord, { accountId, intent: { snapshot } }: Listed): boolean {
  const { connectedAccountId, amountCents, currency } = record.terms;
  return (
    connectedAccountId === accountId &&
    snapshot.currency === currency &&
    snapshot.metadata.svcAmountCents === String(amountCents)
  );
}

/** The ledger may be older than what happened since the backup. */
async function bringInLine(
  record: PaymentRecord,
  { snapshot, isDisputed }: ListedIntent,
  at: number,
): Promise<void> {
  const isItsIntent = record.processorPaymentIntentId === snapshot.intentId;
  if (record.state !== "completed" || !isItsIntent) return;
  const payment = toPayment(record);
  const state = projectIntent(snapshot);
  // Also where nothing differs: what merchants were told since the backup has a higher version than what stands here.
  const synced = sameState(payment, state)
    ? ((await saveAndTell(payment, { state }, { isMissed: true })) ?? payment)
    : await syncPayment(payment, { isMissed: true });
  await upsertHoldAttention(synced, at);
  if (isDisputed) await bringDisputesInLine(synced, at);
}

async function bringDisputesInLine(payment: Payment, at: number): Promise<void> {
  let current = payment;
  const disputes = await listDisputes(payment.connectedAccountId, payment.processorPaymentIntentId);
  for (const dispute of disputes) {
    const { disputeId } = dispute;
    if (!sameDispute(current.disputes[disputeId], dispute))
      current = await syncDispute(current, disputeId, { isMissed: true });
    await upsertDisputeAttention(current, disputeId, at);
  }
}

/**
 * A stuck key may have left an intent that was never given out. The one that was paid, or that a buyer has tried to pay,
 * was answered. Of two untouched ones it is the one of the later processor key: a key is left behind only for the
 * next one, whose intent then completes the payment, even where the processor makes the older one's afterwards.
 *
 * Before all that: an intent that names the payment and not what was ordered is not of our making, unless its
 * metadata was edited, and then no other intent names the amount. A forgery that was paid must not win over the unpaid original.
 */
function better(found: ListedIntent | undefined, intent: ListedIntent): ListedIntent {
  if (!found) return intent;
  const [one, other] = [evidenceOf(found), evidenceOf(intent)];
  const differing = one.findIndex((value, place) => value !== other[place]);
  return Number(other[differing] ?? 0) > Number(one[differing] ?? 0) ? intent : found;
}

const PAID_FOR: IntentStatus[] = ["succeeded", "requires_capture", "processing"];

/** The strongest first. */
const evidenceOf = (intent: ListedIntent): number[] => {
  const { snapshot, isTouched } = intent;
  return [
    Number(snapshot.metadata.svcAmountCents !== undefined),
    Number(PAID_FOR.includes(snapshot.status)),
    Number(snapshot.chargeId !== null),
    Number(isTouched),
    keyNumberIn(intent),
  ];
};

/** Every term, also those that the intent does not have: a new one does not compile until it is decided here. */
type RebuiltTerms = { [Term in keyof Required<PaymentTerms>]: PaymentTerms[Term] | undefined } & PaymentTerms;

/** What the intent still tells of the request that made it. */
function termsFromIntent(accountId: string, { snapshot, description, suffix }: ListedIntent): RebuiltTerms {
  const { applicationFeeCents, currency, captureMethod, metadata } = snapshot;
  const ordered = Number(metadata.svcAmountCents);
  const amountCents = Number.isSafeInteger(ordered) && ordered > 0 ? ordered : snapshot.amountCents;
  const { orderRef, branch, customerRef } = metadata;
  return {
    connectedAccountId: accountId,
    amountCents,
    applicationFeeCents,
    currency,
    captureMethod,
    orderRef,
    branch,
    customerRef,
    description: description ?? undefined,
    statementDescriptorSuffix: suffix ?? undefined,
    metadata: callersOwn(metadata),
    feePolicy: undefined,
    paymentMethodTypes: undefined,
    // Only its creation needed them, and that was done.
    savePaymentMethod: undefined,
    receiptEmail: undefined,
    idempotencyKey: undefined,
  };
}
