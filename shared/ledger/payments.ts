import { PAYMENT_ID } from "../domain/id-forms.ts";
import type { Claim, ClaimRequest } from "../domain/payments/claim.ts";
import type { PaymentTerms } from "../domain/payments/create.ts";
import type { AlreadyDone, MoneyOperation } from "../domain/payments/operation.ts";
import {
  type Dispute,
  type FailedRefund,
  failedRefundsOf,
  type Payment,
  type PaymentState,
} from "../domain/payments/payment.ts";
import type { StatementNote } from "../domain/payments/statement-note.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import { type ClaimRecord, takeClaim, unknownPayment } from "./claims.ts";
import { getItem, getItems } from "./client.ts";
import { type Change, queryItems, updateItem, writtenInTime } from "./expressions.ts";
import { nextVersion, operationKey, orderKey, paymentKey, timeSort } from "./table.ts";

export type PaymentRecord = ClaimRecord &
  Partial<PaymentState> & {
    svcPaymentId: string;
    merchantId: string;
    /** What it was created with. */
    terms: PaymentTerms;
    createdAt: number;
    paymentSort: string;
    traceId: string;
    orderKey?: string | undefined;
    statementNotes?: StatementNote[];
    disputes?: Record<string, Dispute>;
    failedRefunds?: Record<string, FailedRefund>;
    version: number;
  };

/** A keyed charge, capture, refund or cancellation. Every resume does what was decided when it was claimed. */
export type OperationRecord<D = unknown> = ClaimRecord & {
  operationId: string;
  svcPaymentId: string;
  merchantId: string;
  decided: D;
  /** When it was first requested, since it was last rejected. */
  requestedAt: number;
  traceId: string;
};

/** Tells apart payments created in the same millisecond. */
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
  terms: payment.terms,
  createdAt: payment.at,
  paymentSort: timeSort(payment.at, payment.svcPaymentId.slice(-SORT_CHARACTERS)),
  ...(payment.terms.orderRef && { orderKey: orderKey(payment.merchantId, payment.terms.orderRef) }),
  traceId: payment.traceId,
  version: nextVersion(0, payment.at),
});

export const newOperationRecord = <D>(operation: {
  operationId: string;
  payment: Pick<Payment, "svcPaymentId" | "merchantId">;
  decided: D;
  requestedAt: number;
  traceId: string;
}): Omit<OperationRecord<D>, keyof Claim> => ({
  ...operationKey(operation.payment.svcPaymentId, operation.operationId),
  operationId: operation.operationId,
  svcPaymentId: operation.payment.svcPaymentId,
  merchantId: operation.payment.merchantId,
  decided: operation.decided,
  requestedAt: operation.requestedAt,
  traceId: operation.traceId,
});

/** Takes an operation that is done in another way, so that no request does it. Its answer is shown to nobody. */
export const reserveOperation = (
  { operationId, svcPaymentId, traceId }: { operationId: string; svcPaymentId: string; traceId: string },
  request: ClaimRequest,
): Promise<unknown> => {
  const payment = { svcPaymentId, merchantId: request.merchantId };
  const decided: AlreadyDone = { kind: "already_done" };
  const record = newOperationRecord({ operationId, payment, decided, requestedAt: request.at, traceId });
  return takeClaim(record, request, { status: 200, body: "{}" });
};

export const findPaymentRecord = (svcPaymentId: string): Promise<PaymentRecord | undefined> =>
  getItem<PaymentRecord>(paymentKey(svcPaymentId));

export async function findPayment(svcPaymentId: string): Promise<Payment | undefined> {
  const record = await findPaymentRecord(svcPaymentId);
  return record && toPayment(record);
}

/** A creation that has not completed is no payment yet. */
export async function findCompletedPayment(
  merchantId: string,
  svcPaymentId: string,
): Promise<Payment | undefined> {
  const record = await findPaymentRecord(svcPaymentId);
  return record?.merchantId === merchantId && record.state === "completed" ? toPayment(record) : undefined;
}

export const requirePayment = async (merchantId: string, svcPaymentId: string): Promise<Payment> =>
  toPayment(await requirePaymentRecord(merchantId, svcPaymentId));

export async function requirePaymentRecord(merchantId: string, svcPaymentId: string): Promise<PaymentRecord> {
  const record = PAYMENT_ID.test(svcPaymentId) ? await findPaymentRecord(svcPaymentId) : undefined;
  if (record?.merchantId === merchantId && record.state === "completed") return record;
  throw unknownPayment();
}

/** Many at once, by id; those that are not in the ledger are left out. */
export async function findPaymentRecords(svcPaymentIds: string[]): Promise<Map<string, PaymentRecord>> {
  const keys = [...new Set(svcPaymentIds)].map(paymentKey);
  const records = await getItems<PaymentRecord>(keys);
  return new Map(records.map((record) => [record.svcPaymentId, record]));
}

export const findOperation = <D>(
  svcPaymentId: string,
  operationId: string,
): Promise<OperationRecord<D> | undefined> =>
  getItem<OperationRecord<D>>(operationKey(svcPaymentId, operationId));

export const findOperations = <D>(
  operations: { svcPaymentId: string; operationId: string }[],
): Promise<OperationRecord<D>[]> =>
  getItems(operations.map(({ svcPaymentId, operationId }) => operationKey(svcPaymentId, operationId)));

/** Far more than the 100 refunds that the processor takes, a key beside each, and what was rejected within a month. */
const MAX_OPERATIONS = 500;

/** A payment's, in no order: also what is open, was rejected, or only reserves a key. */
export function listOperations(
  svcPaymentId: string,
): Promise<OperationRecord<MoneyOperation | AlreadyDone>[]> {
  const { pk, sk } = operationKey(svcPaymentId, "");
  return queryItems({ partition: pk, between: [sk, `${sk}~`], limit: MAX_OPERATIONS });
}

/** Sent later, the write would be untold (see flows/sync.ts). */
type InTime = { notAfterMs?: number | undefined };

/** `note`: of the statement that brought it. */
type SaveOptions = InTime & {
  note?: StatementNote | undefined;
  failedRefund?: FailedRefund | undefined;
};

/** Writes on the version that was read before the processor was asked; undefined: another request was faster. */
export const savePaymentState = (
  payment: Payment,
  state: PaymentState,
  { note, failedRefund, notAfterMs }: SaveOptions = {},
): Promise<Payment | undefined> =>
  saveOnVersion(
    payment,
    {
      ...changesOf(payment, state),
      ...(note && { statementNotes: withNote(payment.statementNotes, note) }),
      ...(failedRefund && { failedRefunds: withFailedRefund(payment, failedRefund) }),
    },
    notAfterMs,
  );

/**
 * What a write brings that the payment does not show yet. What follows from its terms, or from their absence, is stored
 * nowhere else, which keeps the item of a plain payment below 1 KB, by which DynamoDB bills each write.
 */
export const changesOf = (payment: Payment, state: PaymentState): Partial<PaymentState> =>
  Object.fromEntries(
    Object.entries(state).filter(([name, value]) => value !== payment[name as keyof PaymentState]),
  );

/** Only the newest: a payment that is corrected for years must stay far below the largest item that the table takes. */
const MAX_NOTES = 50;

export const withNote = (notes: StatementNote[], note: StatementNote): StatementNote[] =>
  [...notes.filter(({ kind }) => kind === "reconciled" || kind !== note.kind), note].slice(-MAX_NOTES);

/** Only the newest: a payment whose refunds fail again and again must stay far below the largest item. */
const MAX_FAILED_REFUNDS = 20;

/** The refund that is told of now is kept, however old it is. Otherwise it would be a visible change each time. */
function withFailedRefund(payment: Payment, failed: FailedRefund): Record<string, FailedRefund> {
  const others = failedRefundsOf(payment).filter(({ refundId }) => refundId !== failed.refundId);
  const kept = [...others.slice(1 - MAX_FAILED_REFUNDS), failed];
  return Object.fromEntries(kept.map((refund) => [refund.refundId, refund]));
}

export const saveDispute = (
  payment: Payment,
  dispute: Dispute,
  { notAfterMs }: InTime = {},
): Promise<Payment | undefined> =>
  saveOnVersion(payment, { disputes: { ...payment.disputes, [dispute.disputeId]: dispute } }, notAfterMs);

async function saveOnVersion(
  { svcPaymentId, version }: Payment,
  set: Change<PaymentRecord>["set"] & object,
  notAfterMs: number | undefined,
): Promise<Payment | undefined> {
  const write = updateItem<PaymentRecord>(paymentKey(svcPaymentId), {
    set: { ...set, version: nextVersion(version, writeTimeMs()) },
    onlyIf: { version },
    notAfterMs,
  });
  const written = await writtenInTime(write);
  return written && toPayment(written);
}

/** The payment, and what it was created with. */
export const withTerms = (record: PaymentRecord): Omit<PaymentTerms, keyof Payment> & Payment => ({
  ...record.terms,
  ...toPayment(record),
});

/** Until something is known of its intent, a payment is what every intent is at first. */
export function toPayment(record: PaymentRecord): Payment {
  const { status = "requires_payment_method", processorPaymentIntentId = "" } = record;
  const terms = record.terms;
  return {
    svcPaymentId: record.svcPaymentId,
    merchantId: record.merchantId,
    connectedAccountId: terms.connectedAccountId,
    captureMethod: terms.captureMethod,
    orderedCents: terms.amountCents,
    agreedFeeCents: terms.applicationFeeCents,
    currency: terms.currency,
    orderRef: terms.orderRef ?? null,
    ...(terms.metadata && { metadata: terms.metadata }),
    createdAt: record.createdAt,
    status,
    amountCents: record.amountCents ?? terms.amountCents,
    applicationFeeCents: record.applicationFeeCents ?? terms.applicationFeeCents,
    refundedCents: record.refundedCents ?? 0,
    processorPaymentIntentId,
    processorChargeId: record.processorChargeId ?? null,
    captureBefore: record.captureBefore ?? null,
    disputes: record.disputes ?? {},
    failedRefunds: record.failedRefunds ?? {},
    statementNotes: record.statementNotes ?? [],
    version: record.version,
  };
}
