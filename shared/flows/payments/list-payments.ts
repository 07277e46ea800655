import { worstOf } from "../../domain/events/callback-health.ts";
import { type Page, type PageQuery, unknownCursor } from "../../domain/page.ts";
import { type PaidWith, paidWith } from "../../domain/payments/method.ts";
import { isPaid } from "../../domain/payments/payment.ts";
import type { PaymentStatus } from "../../domain/payments/status.ts";
import { listPaymentEvents } from "../../ledger/event-lists.ts";
import {
  createdSecondsOf,
  type DeliveryStanding,
  type EventRecord,
  readableBody,
} from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentByIntent, listPayments as listRecords } from "../../ledger/payment-lists.ts";
import { findPaymentRecord, type PaymentRecord, toPayment, withTerms } from "../../ledger/payments.ts";
import { listMethods } from "../../processor/payment-details.ts";
import type { LastEvents, ListedPayment } from "../../views/payment-list.ts";
import { withDeliveries } from "../find-deliveries.ts";
import { listMatching } from "../list-matching.ts";
import { runConcurrently } from "../run-concurrently.ts";

/** Created in `since` or later, and before `until`; milliseconds. */
export type PaymentFilter = {
  orderRef?: string | undefined;
  customerRef?: string | undefined;
  svcPaymentId?: string | undefined;
  processorPaymentIntentId?: string | undefined;
  status?: PaymentStatus | undefined;
  trouble?: "disputed" | "refund_failed" | undefined;
  since?: number | undefined;
  until?: number | undefined;
  include?: "delivery" | undefined;
  /** Whether the processor is asked for the cards that no event names. */
  asksForCards?: boolean;
};

/** Status, customer and disputes are in no index: they are searched page by page, up to a bound. */
export async function listPayments(
  merchant: Merchant,
  page: PageQuery,
  filter: PaymentFilter,
): Promise<Page<ListedPayment>> {
  const { limit, startingAfter } = page;
  const after = startingAfter ? await requireCursor(merchant.merchantId, startingAfter) : undefined;
  const { items, hasMore, last, isCutShort } = await listMatching({
    list: (part) => listPart(merchant, part, filter),
    matches: (record) => record.state === "completed" && isAskedFor(record, filter),
    isSearch: [filter.status, filter.trouble, filter.customerRef].some((wanted) => wanted !== undefined),
    limit,
    after,
  });
  const told = filter.include === "delivery" ? await withLastEvents(merchant, items) : undefined;
  return {
    items: (filter.asksForCards && told ? await withCards(told) : told) ?? items.map(withTerms),
    hasMore,
    lastId: last?.svcPaymentId,
    ...(isCutShort && { searchedTo: last?.createdAt }),
  };
}

export type PaymentWithEvents = ReturnType<typeof withTerms> & LastEvents;

export const withLastEvents = (merchant: Merchant, records: PaymentRecord[]): Promise<PaymentWithEvents[]> =>
  runConcurrently(records, async (record) => ({
    ...withTerms(record),
    ...(await readLastEvents(merchant, record)),
  }));

/**
 * A succeeded intent's event does not name its card, only its charge does: the processor is asked. Without an answer a
 * list says less.
 */
export async function withCards(payments: PaymentWithEvents[]): Promise<PaymentWithEvents[]> {
  const accountId = payments[0]?.connectedAccountId;
  const charged = payments.flatMap(
    ({ method, connectedAccountId, createdAt, processorChargeId: chargeId }) =>
      !method?.last4 && chargeId && connectedAccountId === accountId ? { createdAt, chargeId } : [],
  );
  if (!accountId || charged.length === 0) return payments;
  const cards = await listMethods(accountId, charged).catch(() => undefined);
  return payments.map((payment) => {
    const { method, processorChargeId: chargeId } = payment;
    return { ...payment, method: method?.last4 ? method : (cards?.get(chargeId ?? "") ?? method) };
  });
}

async function listPart(
  merchant: Merchant,
  { limit, after }: { limit: number; after: PaymentRecord | undefined },
  { svcPaymentId, processorPaymentIntentId, orderRef, since: sinceMs, until: untilMs }: PaymentFilter,
): Promise<Page<PaymentRecord>> {
  const { merchantId } = merchant;
  if (svcPaymentId !== undefined) return one(merchantId, await findPaymentRecord(svcPaymentId));
  if (processorPaymentIntentId !== undefined)
    return one(merchantId, await findPaymentByIntent(processorPaymentIntentId));
  return listRecords({ merchantId, orderRef, sinceMs, untilMs }, { limit, after });
}

const one = (merchantId: string, record: PaymentRecord | undefined): Page<PaymentRecord> => ({
  items: record?.merchantId === merchantId ? [record] : [],
  hasMore: false,
});

/** The index has seen to order and time already, except where the payment was named. */
function isAskedFor(
  record: PaymentRecord,
  { orderRef, customerRef, status, trouble, since, until }: PaymentFilter,
): boolean {
  const { createdAt, ...payment } = toPayment(record);
  const troubles = trouble === "disputed" ? payment.disputes : payment.failedRefunds;
  return (
    (status === undefined || payment.status === status) &&
    // A rebuilt payment has both fields, empty or not.
    (trouble === undefined || Object.keys(troubles).length > 0) &&
    (orderRef === undefined || record.terms.orderRef === orderRef) &&
    (customerRef === undefined || record.terms.customerRef === customerRef) &&
    (since === undefined || createdAt >= since) &&
    (until === undefined || createdAt < until)
  );
}

/** Newest first: a payment's last events are looked through, of which some are for the ledger alone. */
const EVENTS_LOOKED_THROUGH = 10;

async function readLastEvents(merchant: Merchant, record: PaymentRecord): Promise<LastEvents> {
  const { svcPaymentId, merchantId } = record;
  const { items } = await listPaymentEvents(svcPaymentId, { limit: EVENTS_LOOKED_THROUGH });
  const events = items.filter((event) => event.merchantId === merchantId);
  const told = await findTold(merchant, events);
  const failed = events.find(({ type }) => type === "payment_intent.payment_failed");
  return {
    delivery: told?.delivery ?? null,
    // One that is under way has not ended yet.
    deliveryAttempts:
      told?.log.filter(({ deliveryRound }) => deliveryRound === told.deliveryRound).length ?? 0,
    method: methodOf(events),
    cancellationReason:
      events.find(({ type }) => type === "payment_intent.canceled")?.cancellationReason ?? null,
    paidAt: isPaid(toPayment(record).status) ? await findPaidAt(record, items) : null,
    lastDecline: failed ? (failed.declineCode ?? "unknown") : null,
  };
}

/** So many further pages are looked through for the event of a payment about which much has happened since. */
const FURTHER_PAGES = 3;

async function findPaidAt(
  { svcPaymentId, merchantId }: PaymentRecord,
  newest: EventRecord[],
): Promise<number | null> {
  let items = newest;
  for (let page = 0; ; page++) {
    const paid = items.find(
      (event) => event.type === "payment_intent.succeeded" && event.merchantId === merchantId,
    );
    if (paid) return (createdSecondsOf(paid) ?? 0) * 1000 || null;
    if (items.length < EVENTS_LOOKED_THROUGH || page === FURTHER_PAGES) return null;
    const further = { limit: EVENTS_LOOKED_THROUGH, after: items.at(-1)?.eventSort };
    items = (await listPaymentEvents(svcPaymentId, further)).items;
  }
}

/** The newest event that was sent, as it stands at the endpoint where it stands worst. */
async function findTold(merchant: Merchant, events: EventRecord[]): Promise<DeliveryStanding | undefined> {
  for (const event of events) {
    const [found] = await withDeliveries(merchant, [event]);
    const told = worstOf(found?.deliveries ?? []);
    if (told && told.delivery !== "none") return told;
  }
  return undefined;
}

/** With these a later attempt to pay has gone on: what a declined one before tried no longer counts. */
const WENT_ON = [
  "payment_intent.succeeded",
  "payment_intent.processing",
  "payment_intent.amount_capturable_updated",
];

/** The newest event that says it. A charge says most: an intent may only know the kind. */
function methodOf(events: EventRecord[]): PaidWith | null {
  let found: PaidWith | undefined;
  for (const event of events) {
    const body = readableBody(event)?.toString("utf8") ?? "";
    const method = body === "" ? undefined : paidWith(body);
    if (method?.last4) return method;
    found ??= method;
    if (WENT_ON.includes(event.type)) break;
  }
  return found ?? null;
}

/** Also of one that is not shown: a page may have ended there. */
export async function requireCursor(merchantId: string, svcPaymentId: string): Promise<PaymentRecord> {
  const record = await findPaymentRecord(svcPaymentId);
  if (record?.merchantId !== merchantId)
    throw unknownCursor("startingAfter must be the id of one of your payments.");
  return record;
}
