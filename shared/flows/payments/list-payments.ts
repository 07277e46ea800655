import type { DeliveryState } from "../../domain/events/event.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import type { Payment, PaymentTerms } from "../../domain/payments/payment.ts";
import type { PaymentStatus } from "../../domain/payments/status.ts";
import { listPaymentEvents } from "../../ledger/event-lists.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listPayments as listRecords } from "../../ledger/payment-lists.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../ledger/payments.ts";
import { identifyByIntent } from "./identify-by-intent.ts";

/** Created in `since` or later, and before `until`; milliseconds. */
export type PaymentFilter = {
  orderRef?: string | undefined;
  svcPaymentId?: string | undefined;
  processorPaymentIntentId?: string | undefined;
  status?: PaymentStatus | undefined;
  since?: number | undefined;
  until?: number | undefined;
  include?: "delivery" | undefined;
};

/** In lists also when it was created, and what it was created with. */
export type ListedPayment = Payment &
  Pick<PaymentTerms, "description" | "customerRef" | "branch"> & {
    createdAt: number;
    /** Where it was asked for: of the last event that the merchant's server is told of; null if there is none. */
    delivery?: DeliveryState | null;
  };

/**
 * One query per page, by order where one is given, and within the times that are given. The status is looked for in
 * what the page holds, so a page may be short while there is more; payments whose creation has not completed are not
 * shown.
 */
export async function listPayments(
  merchant: Merchant,
  page: PageQuery,
  filter: PaymentFilter,
): Promise<Page<ListedPayment>> {
  const { items, hasMore } = await findPage(merchant, page, filter);
  const shown = items.filter((record) => record.state === "completed" && matches(record, filter));
  const matching = await inBatches(shown, async (record) => ({
    ...toListed(record),
    ...(filter.include === "delivery" && { delivery: await findLastDelivery(record) }),
  }));
  return { items: matching, hasMore, lastId: items.at(-1)?.svcPaymentId };
}

async function findPage(
  merchant: Merchant,
  { limit, startingAfter }: PageQuery,
  { svcPaymentId, processorPaymentIntentId, orderRef, since: sinceMs, until: untilMs }: PaymentFilter,
): Promise<Page<PaymentRecord>> {
  const { merchantId } = merchant;
  if (svcPaymentId !== undefined) return one(merchantId, await findPaymentRecord(svcPaymentId));
  if (processorPaymentIntentId !== undefined)
    return one(merchantId, await identifyByIntent(merchant, processorPaymentIntentId));
  const after = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  return listRecords({ merchantId, orderRef, sinceMs, untilMs }, { limit, after });
}

const one = (merchantId: string, record: PaymentRecord | undefined): Page<PaymentRecord> => ({
  items: record?.merchantId === merchantId ? [record] : [],
  hasMore: false,
});

/** The index has seen to order and time already, except where the payment was named. */
function matches(record: PaymentRecord, { orderRef, status, since, until }: PaymentFilter): boolean {
  const { createdAt, order } = record;
  return (
    (status === undefined || toPayment(record).status === status) &&
    (orderRef === undefined || order.orderRef === orderRef) &&
    (since === undefined || createdAt >= since) &&
    (until === undefined || createdAt < until)
  );
}

const toListed = (record: PaymentRecord): ListedPayment => ({
  ...toPayment(record),
  createdAt: record.createdAt,
  description: record.order.description,
  customerRef: record.order.customerRef,
  branch: record.order.branch,
});

/** Newest first: a payment's last events are looked through, of which some are for the ledger alone. */
const EVENTS_LOOKED_THROUGH = 10;

async function findLastDelivery({ svcPaymentId, merchantId }: PaymentRecord): Promise<DeliveryState | null> {
  const { items } = await listPaymentEvents(svcPaymentId, { limit: EVENTS_LOOKED_THROUGH });
  const told = items.find((event) => event.merchantId === merchantId && event.delivery !== "none");
  return told?.delivery ?? null;
}

/** So many queries at once leave connections for other requests. */
const AT_ONCE = 10;

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  return results;
}

/** Also of one that is not shown: a page may have ended there. */
async function requireCursor(merchantId: string, svcPaymentId: string): Promise<PaymentRecord> {
  const record = await findPaymentRecord(svcPaymentId);
  if (record?.merchantId !== merchantId) throw unknownCursor("There is no such payment.");
  return record;
}
