import { type CallbackEndpoint, endpointsOf } from "../../domain/events/callback-endpoint.ts";
import type { PayoutFacts } from "../../domain/finance/payout.ts";
import { replacementIdFor } from "../../domain/id.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import {
  type Attention,
  attentionIdOf,
  isAnswerable,
  isNothingLeft,
  isWarningOver,
} from "../../domain/payments/attention.ts";
import type { AlreadyDone, Refund } from "../../domain/payments/operation.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import {
  type AttentionRecord,
  isAboutPayment,
  isAboutPayout,
  listAttention as listRecords,
  type PaymentAttention,
  type PayoutAttention,
} from "../../ledger/attention.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findOperations, findPaymentRecords, toPayment } from "../../ledger/payments.ts";
import { findFailingSince } from "../callbacks/get-callback-health.ts";
import { findFailedPayouts } from "../payouts/record-failed-payout.ts";

/** The cursor after the failing endpoints, which are in no index; with a number: after so many of them. */
const ENDPOINT_FIRST = "endpoint";

/** What is over is skipped. So many records are read at once, and so many times, until the page is full. */
const MIN_RECORDS = 25;
const MAX_READS = 20;

/** The most urgent first. Items are joined with their payments and payouts, which may say that they are over. */
export async function listAttention(
  merchant: Merchant,
  { limit, startingAfter }: PageQuery,
  at: number,
): Promise<Page<Attention>> {
  const skipped = skippedEndpoints(startingAfter);
  const failing = skipped === undefined ? [] : (await listFailingEndpoints(merchant, at)).slice(skipped);
  const items = failing.slice(0, limit);
  if (failing.length > limit)
    return { items, hasMore: true, lastId: `${ENDPOINT_FIRST}#${(skipped ?? 0) + limit}` };
  let after = startingAfter?.startsWith(ENDPOINT_FIRST) ? undefined : startingAfter;
  let lastId: string | undefined = failing.length > 0 ? ENDPOINT_FIRST : undefined;
  for (let read = 0; read < MAX_READS && items.length < limit; read++) {
    const wanted = Math.max(MIN_RECORDS, limit - items.length);
    const page = await listRecords(merchant.merchantId, "open", { limit: wanted, after });
    for (const { item, place } of await joinSubjects(page.records, at)) {
      if (items.length === limit) return { items, hasMore: true, lastId };
      items.push(item);
      lastId = place;
    }
    after = page.next;
    if (after === undefined) return { items, hasMore: false };
    lastId = after;
  }
  return { items, hasMore: lastId !== undefined, lastId };
}

/** How many of the failing endpoints an earlier page has shown; undefined: all of them. */
function skippedEndpoints(startingAfter: string | undefined): number | undefined {
  if (startingAfter === undefined) return 0;
  const [, skipped] = /^endpoint#(\d)$/.exec(startingAfter) ?? [];
  return skipped === undefined ? undefined : Number(skipped);
}

type Shown = { item: Attention; place: string | undefined };

async function joinSubjects(records: AttentionRecord[], at: number): Promise<Shown[]> {
  const [payments, payouts, replacing] = await Promise.all([
    findPaymentRecords(records.filter(isAboutPayment).map(({ svcPaymentId }) => svcPaymentId)),
    findFailedPayouts(records.filter(isAboutPayout)),
    findReplacing(records.filter(isAboutPayment)),
  ]);
  const itemOf = (record: AttentionRecord): Attention | undefined => {
    if (isAboutPayout(record)) return attentionOfPayout(record, payouts.get(record.subjectId));
    const payment = payments.get(record.svcPaymentId);
    const item = payment && attentionOf(record, toPayment(payment), at);
    return item && replacing.has(record.subjectId)
      ? { ...item, attentionId: null, replacement: "in_progress" }
      : item;
  };
  return records.flatMap((record) => {
    const item = itemOf(record);
    return item ? [{ item, place: record.attentionSort }] : [];
  });
}

const attentionOfPayout = (
  { kind, since, subjectId }: PayoutAttention,
  payout: PayoutFacts | undefined,
): Attention | undefined =>
  payout && {
    attentionId: attentionIdOf(subjectId),
    kind,
    subject: { payoutId: subjectId },
    orderRef: null,
    amountCents: payout.amountCents,
    currency: payout.currency,
    since,
    dueBy: null,
  };

/** undefined: it is over. */
function attentionOf(record: PaymentAttention, payment: Payment, at: number): Attention | undefined {
  const { kind, since, subjectId } = record;
  const { svcPaymentId, orderRef, currency, amountCents } = payment;
  const common = { attentionId: null, kind, orderRef, currency, since };
  switch (kind) {
    case "hold_expiring": {
      const { status, captureBefore: dueBy } = payment;
      if (status !== "requires_capture" || dueBy === null || dueBy <= at) return undefined;
      return { ...common, subject: { svcPaymentId }, amountCents, dueBy };
    }
    case "dispute_response_due": {
      const dispute = payment.disputes[subjectId];
      if (!dispute?.dueBy || !isAnswerable(dispute) || dispute.dueBy <= at) return undefined;
      const subject = { svcPaymentId, disputeId: subjectId };
      const own = { amountCents: dispute.amountCents, currency: dispute.currency ?? currency };
      return { ...common, ...own, subject, dueBy: dispute.dueBy };
    }
    case "fraud_warning": {
      if (isWarningOver(payment)) return undefined;
      const subject = { svcPaymentId, fraudWarningId: subjectId };
      const left = amountCents - payment.refundedCents;
      return { ...common, attentionId: attentionIdOf(subjectId), subject, amountCents: left, dueBy: null };
    }
    case "refund_failed":
    case "refund_pending": {
      const { amountCents: refundCents = 0 } = record;
      const hasFailed = kind === "refund_failed";
      if (hasFailed && isNothingLeft(payment)) return undefined;
      return {
        ...common,
        attentionId: hasFailed ? attentionIdOf(subjectId) : null,
        subject: { svcPaymentId, refundId: subjectId },
        amountCents: refundCents,
        dueBy: null,
      };
    }
  }
}

/**
 * Seen when it is asked for, and never written: attempts fail, and nothing has got through since they began to, nor in the
 * last hour. undefined: the endpoint fares well.
 */
async function findFailing(
  { endpointId, url }: CallbackEndpoint,
  at: number,
): Promise<Attention | undefined> {
  const since = await findFailingSince(endpointId, at);
  if (since === undefined) return undefined;
  return {
    attentionId: null,
    kind: "endpoint_failing",
    subject: { endpointOrigin: new URL(url).origin, endpointId },
    orderRef: null,
    amountCents: null,
    currency: null,
    since,
    dueBy: null,
  };
}

/** The oldest endpoint first. */
async function listFailingEndpoints(merchant: Merchant, at: number): Promise<Attention[]> {
  const found = await Promise.all(endpointsOf(merchant).map((endpoint) => findFailing(endpoint, at)));
  return found.flatMap((failing) => failing ?? []);
}

/** The failed refunds of these that are about to be replaced, or were, and wait for the event that closes them. */
async function findReplacing(records: readonly PaymentAttention[]): Promise<Set<string>> {
  const failed = records
    .filter(({ kind }) => kind === "refund_failed")
    .map(({ svcPaymentId, subjectId }) => ({
      ...{ svcPaymentId, subjectId },
      operationId: replacementIdFor(svcPaymentId, subjectId),
    }));
  // A person who resolves it takes the same claim, and may have to resolve it again.
  const claimed = (await findOperations<Refund | AlreadyDone>(failed)).filter(
    ({ state, decided }) => state !== "rejected" && decided.kind === "refund",
  );
  const ids = new Set(claimed.map(({ operationId }) => operationId));
  return new Set(failed.filter(({ operationId }) => ids.has(operationId)).map(({ subjectId }) => subjectId));
}
