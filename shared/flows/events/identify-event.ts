import type { Applied, EventSource } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { findAccountCreation } from "../../ledger/accounts.ts";
import { findMerchantOfAccount, type Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../ledger/payments.ts";
import { fetchAccount, fetchOwner, madeFor } from "../../processor/accounts.ts";
import type { EventSubject, PaymentSubject, ProcessorEvent } from "../../processor/events.ts";
import { fetchIntentOf } from "../../processor/references.ts";
import { paymentNamedIn } from "../../processor/snapshot.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { count, log, note } from "../../runtime/logger.ts";
import { isLiveMode } from "../../runtime/secrets.ts";
import { adoptAccount } from "../onboarding/adopt-account.ts";
import { findByIntent, findByStoredIntent } from "../payments/find-by-intent.ts";

/** What a fresh event is about may not be there yet, in the ledger or at the processor; for an old one it never comes. */
const FRESH_MS = 15 * 60_000;

export type Identified = {
  kind: "identified";
  event: ProcessorEvent;
  accountId: string;
  merchant: Merchant;
  about: Exclude<EventAbout, { kind: "elsewhere" }>;
  source: EventSource;
  isFresh: boolean;
};
type Identification =
  | Identified
  | { kind: "not_for_us"; because: "type" | "mode" | "account" | "environment" | "erased" }
  | { kind: "too_early" };

type Arrived = {
  event: ProcessorEvent;
  source: EventSource;
  at: number;
  /** The ledger has it already. */
  isRecorded?: boolean;
};

/** Which merchant an event belongs to, and which payment it is about. */
export async function identifyEvent({ event, source, at, isRecorded }: Arrived): Promise<Identification> {
  const { eventId, type, accountId, livemode, subject, createdAt } = event;
  note({ eventId, eventType: type });
  if (subject.kind === "none") return { kind: "not_for_us", because: "type" };
  const isLive = await isLiveMode();
  if (livemode && !isLive) throw liveEventUnderTestKey(event);
  // The processor sends test events to the live endpoint of a platform too.
  if (!livemode && isLive) return { kind: "not_for_us", because: "mode" };
  const isFresh = at - createdAt <= FRESH_MS;
  const owner = accountId ? await identifyMerchant(accountId, at, event) : UNKNOWN;
  if (owner.kind === "unknown" && owner.isHidden && isFresh && !tellsDeparture(event))
    return { kind: "too_early" };
  if (!accountId || owner.kind === "unknown") return { kind: "not_for_us", because: "account" };
  if (owner.kind === "unseen" || (event.isUnseen && (await isShownNow(accountId))))
    return { kind: "too_early" };
  const { merchant } = owner;
  const { merchantId } = merchant;
  note({ merchantId });
  // Its bytes would bring back what was erased. What was recorded before is still finished, and then erased as well.
  if (merchant.erasedAt !== undefined && !isRecorded) return { kind: "not_for_us", because: "erased" };
  const about = await identifySubject(subject, { merchantId, accountId });
  if (about.kind === "payment") note({ svcPaymentId: about.payment.svcPaymentId });
  if (about.kind === "elsewhere") return { kind: "not_for_us", because: "environment" };
  if (about.kind === "unknown" && isFresh) return { kind: "too_early" };
  return { kind: "identified", event, accountId, merchant, about, source, isFresh };
}

/** What of ours an event is about. */
type EventAbout = EventPayment | Extract<EventSubject, { kind: "account" | "payout" }>;

async function identifySubject(
  subject: Exclude<EventSubject, { kind: "none" }>,
  owner: { merchantId: string; accountId: string },
): Promise<EventAbout> {
  switch (subject.kind) {
    case "account":
    case "payout":
      return subject;
    case "report":
    case "not_understood":
      return { kind: "not_applied", as: "not_understood" };
    default:
      return identifyPayment(subject, owner);
  }
}

/** Real money moved where we hold a test key: keys are mixed up. The processor keeps the event until that is fixed. */
function liveEventUnderTestKey({ eventId, type }: ProcessorEvent): Failure {
  log("error", "a live event came in while the processor's key is a test key", { eventId, eventType: type });
  count("LiveEventsUnderTestKey");
  const detail =
    "This environment has a test key and cannot take live events. Check its key and webhook secrets.";
  return new Failure("service_unavailable", detail);
}

/** The processor, or the due list, tries the event again. */
export function tooEarly({ eventId, type }: ProcessorEvent): Failure {
  log("warn", "what an event is about is not there yet", { eventId, eventType: type });
  const detail = "The object of this event is not in the ledger yet. Send the event again.";
  return new Failure("service_unavailable", detail, { retryAfterSeconds: 5 });
}

/** `unseen`: v2 says whose it is, and v1 does not show it yet. `isHidden`: v1 does not show it, and v2 does not say. */
type AccountOwner =
  | { kind: "merchant"; merchant: Merchant }
  | { kind: "unknown"; isHidden?: boolean }
  | { kind: "unseen" };

const UNKNOWN: AccountOwner = { kind: "unknown" };

/** Then the account is not shown because it has left. An event that we composed ourselves does not prove that. */
const tellsDeparture = ({ type, isUnseen }: ProcessorEvent): boolean =>
  type === "account.application.deauthorized" && !isUnseen;

/** Then the event was composed too early: it says that access was withdrawn. The next delivery composes it again. */
const isShownNow = async (accountId: string): Promise<boolean> =>
  !(await fetchAccount(accountId)).deauthorized;

/**
 * Whose account an event came from. The event may overtake the creation of the account, or outlive it: what the creation
 * has not written yet is written here, so that the merchant that is answered has its account. A detached account still
 * has its merchant, and no event attaches it again. `isOfV2`: only v2 may say whom the account was made for.
 */
export async function identifyMerchant(
  accountId: string,
  at: number,
  { isOfV2 }: Pick<ProcessorEvent, "isOfV2"> = {},
): Promise<AccountOwner> {
  const linked = await findMerchantOfAccount(accountId);
  if (linked?.account || linked?.formerAccountIds?.includes(accountId)) return ownerOf(accountId, linked);
  const snapshot = await fetchAccount(accountId);
  const merchantId =
    linked?.merchantId ?? (isOfV2 ? await fetchOwner(snapshot, { isOfV2 }) : madeFor(snapshot));
  // Neither metadata nor a link proves it: only a merchant that is having an account made can be given this one.
  const creation = merchantId ? await findAccountCreation(merchantId) : undefined;
  if (!creation) return { kind: "unknown", isHidden: snapshot.deauthorized && merchantId !== null };
  if (creation.state === "claimed" && snapshot.deauthorized) return { kind: "unseen" };
  if (creation.state === "claimed")
    return ownerOf(accountId, await adoptAccount(creation.merchantId, snapshot, at));
  // The creation may have ended since its link was read: then the link is there now.
  const linkedNow = await findMerchantOfAccount(accountId);
  return linkedNow ? ownerOf(accountId, linkedNow) : UNKNOWN;
}

/**
 * A repeated creation may have made two accounts, each with a link. The one that the merchant was not given has no
 * owner.
 */
function ownerOf(accountId: string, merchant: Merchant): AccountOwner {
  const { account, formerAccountIds = [] } = merchant;
  const isOwn = account?.processorAccountId === accountId || formerAccountIds.includes(accountId);
  return isOwn ? { kind: "merchant", merchant } : UNKNOWN;
}

/* Which payment an event of an intent, a charge, a refund or a dispute is about. */

type EventPayment =
  | { kind: "payment"; subject: PaymentSubject; payment: Payment; intentId: string }
  /** A payment of another environment at the same processor. */
  | { kind: "elsewhere" }
  /** A payment that is ours and not in the ledger, or something that the processor itself does not know. */
  | { kind: "unknown"; as: "unknown_payment" }
  | { kind: "not_applied"; as: Applied };

type Owner = { merchantId: string; accountId: string };

const UNKNOWN_PAYMENT: EventPayment = { kind: "unknown", as: "unknown_payment" };
const notApplied = (as: Applied): EventPayment => ({ kind: "not_applied", as });

async function identifyPayment(subject: PaymentSubject, owner: Owner): Promise<EventPayment> {
  try {
    return await findPaymentOf(subject, owner);
  } catch (error) {
    const { kind } = await classifyReadFailure(error, owner.accountId);
    if (kind === "passing") throw error;
    return kind === "missing" ? UNKNOWN_PAYMENT : notApplied(kind);
  }
}

async function findPaymentOf(subject: PaymentSubject, owner: Owner): Promise<EventPayment> {
  const { references } = subject;
  // Metadata travels from the intent to its charge, but never to refunds and disputes. Those come late: the ledger has stored
  // the intent, and knows it also while the account cannot be read. Otherwise the intent is fetched.
  if (!references.metadata && references.intentId) {
    const stored = await findByStoredIntent(references.intentId, owner);
    if (stored) return identified(subject, stored, references.intentId);
  }
  const origin = references.metadata ? references : await fetchIntentOf(references, owner.accountId);
  const { intentId, metadata = {} } = origin;
  if (!intentId) return notApplied("not_about_a_payment");
  const named = paymentNamedIn(metadata);
  const record = named.kind === "ours" ? await findPaymentRecord(named.svcPaymentId) : undefined;
  const isNamed = record && isAbout(record, intentId, owner);
  // An account's owner can edit the metadata, but not which intent the ledger has stored.
  const isStored = isNamed && record.processorPaymentIntentId !== undefined;
  const own = isStored
    ? record
    : ((await findByIntent({ ...origin, intentId }, owner)) ?? (isNamed && record));
  if (own) return identified(subject, own, intentId);
  if (named.kind === "elsewhere") return named;
  if (named.kind === "none") return notApplied("not_about_a_payment");
  return record ? notApplied("not_this_payment") : UNKNOWN_PAYMENT;
}

/** Until a creation is completed, only events of its intent are applied: nothing else can come before, but after a restore. */
function identified(subject: PaymentSubject, record: PaymentRecord, intentId: string): EventPayment {
  const isKnown = subject.kind === "intent" ? !isUndecided(record) : record.state === "completed";
  return isKnown ? { kind: "payment", subject, payment: toPayment(record), intentId } : UNKNOWN_PAYMENT;
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
