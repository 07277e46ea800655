import { FIRST_LOOK_MS } from "../domain/due-looks.ts";
import type { Claim, StoredAnswer } from "../domain/payments/claim.ts";
import { type HistoryEntry, withEntry } from "../domain/payments/history.ts";
import {
  type Dispute,
  type FailedRefund,
  failedRefundsOf,
  type Payment,
  type PaymentState,
  type PaymentTerms,
  sameDispute,
} from "../domain/payments/payment.ts";
import type { Creation } from "../domain/payments/processor-key.ts";
import { looksAlike, nextRevision } from "../domain/payments/revision.ts";
import { writeTimeMs } from "../write-clock.ts";
import { type ClaimedRecord, packAnswer } from "./claim-writes.ts";
import { getItem, putItem, updateItem } from "./client.ts";
import { UNSEEN } from "./conditions.ts";
import { dueIn } from "./due.ts";
import { findAll } from "./lists.ts";
import { type Key, operationKey, orderKey, paymentKey, timeSort } from "./table.ts";

export type PaymentRecord = ClaimedRecord &
  Partial<PaymentState> & {
    svcPaymentId: string;
    merchantId: string;
    /** Its terms, under the name that is stored: read by termsOf. */
    order: PaymentTerms;
    createdAt: number;
    paymentSort: string;
    /** Of the request that created it. Records of older releases have it in their history. */
    traceId?: string;
    orderKey?: string | undefined;
    /** What was done to it since it was created. */
    history?: HistoryEntry[];
    disputes?: Record<string, Dispute>;
    failedRefunds?: Record<string, FailedRefund>;
    version: number;
  };

export const termsOf = ({ order }: Pick<PaymentRecord, "order">): PaymentTerms => order;

/** What its processor key follows from. */
export const creationOf = (record: PaymentRecord): Creation => ({ ...record, terms: termsOf(record) });

/** A keyed capture, refund or cancellation. What was decided when it was claimed is what every resume does. */
export type OperationRecord<D = unknown> = ClaimedRecord & {
  operationId: string;
  svcPaymentId: string;
  merchantId: string;
  decided: D;
  /** Of the request that claimed it. Records of older releases have none. */
  traceId?: string;
};

/** Tells apart what was created in the same millisecond. */
const SORT_CHARACTERS = 12;

export const newPaymentRecord = (payment: {
  svcPaymentId: string;
  merchantId: string;
  terms: PaymentTerms;
  traceId: string;
  at: number;
}): Omit<PaymentRecord, keyof Claim> => ({
  ...paymentKey(payment.svcPaymentId),
  svcPaymentId: payment.svcPaymentId,
  merchantId: payment.merchantId,
  order: payment.terms,
  createdAt: payment.at,
  paymentSort: timeSort(payment.at, payment.svcPaymentId.slice(-SORT_CHARACTERS)),
  ...(payment.terms.orderRef && { orderKey: orderKey(payment.merchantId, payment.terms.orderRef) }),
  traceId: payment.traceId,
  version: 0,
});

type Remembered = {
  answer: StoredAnswer;
  state: PaymentState;
  disputes: Dispute[];
  ownerToken: string;
  /** Of the claim that has made it; 0 where the processor does not say. */
  generation: number;
};

/**
 * A payment that the ledger has forgotten, or knows only as refused or open, as the processor remembers it. `known`:
 * the ledger has it after all, or is at it; `foreign`: what it has under this id is another merchant's.
 *
 * `standing`: what it knows. Version and revision go on from there: a webhook that has read it as open must not fit what
 * is in its place. And an event may have told it more than the list that it is remembered from, so that it is looked at
 * once more: it stands on the due list.
 */
export async function createRebuiltPayment(
  payment: Parameters<typeof newPaymentRecord>[0],
  remembered: Remembered,
  { standing, round = 1 }: { standing?: PaymentRecord | undefined; round?: number } = {},
): Promise<"rebuilt" | "known" | "foreign"> {
  const { at, terms } = payment;
  const { state, disputes, ownerToken } = remembered;
  const key = paymentKey(payment.svcPaymentId);
  const record: PaymentRecord = {
    ...newPaymentRecord(payment),
    ...state,
    ...(disputes.length > 0 && {
      disputes: Object.fromEntries(disputes.map((dispute) => [dispute.disputeId, dispute])),
    }),
    ...rebuiltClaim(key, { ...remembered, ...terms, at }),
    ...(standing && dueIn(key, writeTimeMs(), FIRST_LOOK_MS.claim)),
    version: (standing?.version ?? 0) + 1,
    revision: nextRevision(standing?.revision ?? 0, writeTimeMs()),
  };
  const outcome = await putItem(
    record,
    standing ? unchangedSince(standing) : { ConditionExpression: UNSEEN },
  );
  if (outcome.written) return "rebuilt";
  const { existing } = outcome;
  // What stands there may be our own write whose reply was lost.
  if (existing?.ownerToken === ownerToken) return "rebuilt";
  if (existing && existing.merchantId !== payment.merchantId) return "foreign";
  // Each round has lost against another request's write: who writes so often is at it.
  if (round === MAX_ROUNDS || (existing && !isLeftBehind(existing, remembered))) return "known";
  return createRebuiltPayment(payment, remembered, { standing: existing, round: round + 1 });
}

const MAX_ROUNDS = 5;

/** Nobody is at it, and what was made since the backup is of a later claim under its key. */
function isLeftBehind({ state, generation, leaseExpiresAt }: PaymentRecord, made: Remembered): boolean {
  const isNobodyAtIt = state === "refused" || (state === "claimed" && leaseExpiresAt <= writeTimeMs());
  return isNobodyAtIt && generation < made.generation;
}

/** Whoever takes a claim over has a token of its own. */
const unchangedSince = ({ version, ownerToken }: PaymentRecord) => ({
  ConditionExpression: `${UNCHANGED} AND ownerToken = :theirs AND #state <> :completed`,
  ExpressionAttributeNames: { "#state": "state" },
  ExpressionAttributeValues: { ":read": version, ":theirs": ownerToken, ":completed": "completed" },
});

type RebuiltFrom = {
  answer: StoredAnswer;
  amountCents: number;
  currency: string;
  ownerToken: string;
  at: number;
};

/** The completed claim of what was done before the ledger forgot it. */
const rebuiltClaim = (
  key: Key,
  { answer, amountCents, currency, ownerToken, at }: RebuiltFrom,
): Omit<Claim, "fingerprint"> => ({
  state: "completed",
  rebuiltTerms: { amountCents, currency },
  ownerToken,
  leaseExpiresAt: 0,
  claimedAt: at,
  attemptedAt: at,
  attempts: 1,
  generation: 1,
  answer: packAnswer(answer, key),
});

/** A keyed operation that the ledger has forgotten; answers whether it had. */
export async function createRebuiltOperation<D extends { amountCents: number }>(
  operation: Parameters<typeof newOperationRecord<D>>[0],
  known: { answer: StoredAnswer; ownerToken: string; at: number },
): Promise<boolean> {
  const { payment, decided, operationId } = operation;
  const key = operationKey(payment.svcPaymentId, operationId);
  const terms = { amountCents: decided.amountCents, currency: payment.currency };
  const record: OperationRecord<D> = {
    ...newOperationRecord(operation),
    ...rebuiltClaim(key, { ...known, ...terms }),
  };
  const outcome = await putItem(record, { ConditionExpression: UNSEEN });
  return outcome.written || outcome.existing?.ownerToken === known.ownerToken;
}

export const newOperationRecord = <D>(operation: {
  operationId: string;
  payment: Payment;
  decided: D;
  traceId: string;
}): Omit<OperationRecord<D>, keyof Claim> => ({
  ...operationKey(operation.payment.svcPaymentId, operation.operationId),
  operationId: operation.operationId,
  svcPaymentId: operation.payment.svcPaymentId,
  merchantId: operation.payment.merchantId,
  decided: operation.decided,
  traceId: operation.traceId,
});

export const findPaymentRecord = (svcPaymentId: string): Promise<PaymentRecord | undefined> =>
  getItem<PaymentRecord>(paymentKey(svcPaymentId));

/** The same, as the domain knows it. */
export async function findPayment(svcPaymentId: string): Promise<Payment | undefined> {
  const record = await findPaymentRecord(svcPaymentId);
  return record && toPayment(record);
}

/** Many at once, by id; those that are not in the ledger are left out. */
export async function findPaymentRecords(svcPaymentIds: string[]): Promise<Map<string, PaymentRecord>> {
  const keys = [...new Set(svcPaymentIds)].map(paymentKey);
  const records = await findAll<PaymentRecord>(keys);
  return new Map(records.map((record) => [record.svcPaymentId, record]));
}

export const findOperation = <D>(
  svcPaymentId: string,
  operationId: string,
): Promise<OperationRecord<D> | undefined> =>
  getItem<OperationRecord<D>>(operationKey(svcPaymentId, operationId));

const UNCHANGED = "version = :read";

/**
 * `entry`: which API call brought it. `isMissed`: an event brought it that the ledger had missed, perhaps because it was
 * restored since: then what merchants were told may be newer than what stands here, even where nothing changes.
 */
export type SaveOptions = {
  entry?: HistoryEntry | undefined;
  isMissed?: boolean | undefined;
  failedRefund?: FailedRefund | undefined;
};

/** Writes what the processor said onto the version that was read before it was asked; undefined: another request was faster. */
export const savePaymentState = (
  payment: Payment,
  state: PaymentState,
  { entry, isMissed, failedRefund }: SaveOptions = {},
): Promise<Payment | undefined> =>
  saveOnVersion(payment, {
    ...state,
    ...(entry && { history: withEntry(payment.history, entry) }),
    ...((isMissed || !looksAlike(payment, state) || isNews(payment, failedRefund)) &&
      raisedRevision(payment)),
    ...(failedRefund && { failedRefunds: withFailedRefund(payment, failedRefund) }),
  });

/** Lists show the refunds that failed: one more is another picture. */
const isNews = ({ failedRefunds }: Payment, failed: FailedRefund | undefined): boolean =>
  failed !== undefined && !(failed.refundId in failedRefunds);

/** The newest: a payment whose refunds fail again and again must stay far below the largest item. */
const MAX_FAILED_REFUNDS = 20;

/** The one that is told of now is kept, however old it is: otherwise it would be news again and again. */
function withFailedRefund(payment: Payment, failed: FailedRefund): Record<string, FailedRefund> {
  const others = failedRefundsOf(payment).filter(({ refundId }) => refundId !== failed.refundId);
  const kept = [...others.slice(1 - MAX_FAILED_REFUNDS), failed];
  return Object.fromEntries(kept.map((refund) => [refund.refundId, refund]));
}

export const saveDispute = (
  payment: Payment,
  dispute: Dispute,
  { isMissed }: SaveOptions = {},
): Promise<Payment | undefined> =>
  saveOnVersion(payment, {
    disputes: { ...payment.disputes, [dispute.disputeId]: dispute },
    ...((isMissed || !sameDispute(payment.disputes[dispute.disputeId], dispute)) && raisedRevision(payment)),
  });

const raisedRevision = ({ revision }: Payment) => ({ revision: nextRevision(revision, writeTimeMs()) });

async function saveOnVersion(
  payment: Payment,
  attributes: Record<string, unknown>,
): Promise<Payment | undefined> {
  const names = Object.keys(attributes);
  const sets = names.map((name) => `#${name} = :${name}`);
  const outcome = await updateItem<PaymentRecord>(paymentKey(payment.svcPaymentId), {
    UpdateExpression: `SET ${sets.join(", ")} ADD version :one`,
    ConditionExpression: UNCHANGED,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
      ":read": payment.version,
      ":one": 1,
    },
  });
  return outcome.written ? toPayment(outcome.item) : undefined;
}

/** Until something is known of its intent, a payment is what every intent is at first. */
export function toPayment(record: PaymentRecord): Payment {
  const { status = "requires_payment_method", processorPaymentIntentId = "" } = record;
  const terms = termsOf(record);
  return {
    svcPaymentId: record.svcPaymentId,
    merchantId: record.merchantId,
    connectedAccountId: terms.connectedAccountId,
    captureMethod: terms.captureMethod,
    orderedCents: terms.amountCents,
    agreedFeeCents: terms.applicationFeeCents,
    currency: terms.currency,
    orderRef: terms.orderRef ?? null,
    status,
    amountCents: record.amountCents ?? terms.amountCents,
    applicationFeeCents: record.applicationFeeCents ?? terms.applicationFeeCents,
    refundedCents: record.refundedCents ?? 0,
    processorPaymentIntentId,
    processorChargeId: record.processorChargeId ?? null,
    captureBefore: record.captureBefore ?? null,
    disputes: record.disputes ?? {},
    failedRefunds: record.failedRefunds ?? {},
    history: record.history ?? [],
    version: record.version,
    // Records of older releases have none: it is below every one that follows.
    revision: record.revision ?? record.createdAt,
  };
}
