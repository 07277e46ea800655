import type { DeliveryState } from "../../domain/events/event.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import type { PaymentStatus } from "../../domain/payments/status.ts";
import { listPaymentEvents } from "../../ledger/event-lists.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listPayments as listRecords } from "../../ledger/payment-lists.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../ledger/payments.ts";
import type { ListedPayment } from "../../views/payment-list.ts";
import { listOnce, SEARCH_PAGE, searchOn } from "../list-matching.ts";
import { workSideBySide } from "../work-side-by-side.ts";
import { identifyByIntent } from "./identify-by-intent.ts";

/** Created in `since` or later, and before `until`; milliseconds. */
export type PaymentFilter = {
  orderRef?: string | undefined;
  svcPaymentId?: string | undefined;
  processorPaymentIntentId?: string | undefined;
  status?: PaymentStatus | undefined;
  trouble?: "disputed" | "refund_failed" | undefined;
  since?: number | undefined;
  until?: number | undefined;
  include?: "delivery" | undefined;
};

/**
 * By order where one is given, and within the times that are given. What no index knows, the status or a dispute, is
 * searched for page by page up to a bound; payments whose creation has not completed are not shown.
 */
export async function listPayments(
  merchant: Merchant,
  page: PageQuery,
  filter: PaymentFilter,
): Promise<Page<ListedPayment>> {
  const { limit, startingAfter } = page;
  const after = startingAfter ? await requireCursor(merchant.merchantId, startingAfter) : undefined;
  const isSearch = filter.status !== undefined || filter.trouble !== undefined;
  const search = isSearch ? searchOn : listOnce;
  const { items, hasMore, last, isCutShort } = await search(
    (from) => findPage(merchant, { limit: isSearch ? SEARCH_PAGE : limit, after: from }, filter),
    (record) => record.state === "completed" && matches(record, filter),
    { limit, after },
  );
  const shown = await workSideBySide(items, AT_ONCE, async (record) => ({
    ...toListed(record),
    ...(filter.include === "delivery" && { delivery: await findLastDelivery(record) }),
  }));
  return {
    items: shown,
    hasMore,
    lastId: last?.svcPaymentId,
    ...(isCutShort && { searchedTo: last?.createdAt }),
  };
}

async function findPage(
  merchant: Merchant,
  { limit, after }: { limit: number; after: PaymentRecord | undefined },
  { svcPaymentId, processorPaymentIntentId, orderRef, since: sinceMs, until: untilMs }: PaymentFilter,
): Promise<Page<PaymentRecord>> {
  const { merchantId } = merchant;
  if (svcPaymentId !== undefined) return one(merchantId, await findPaymentRecord(svcPaymentId));
  if (processorPaymentIntentId !== undefined)
    return one(merchantId, await identifyByIntent(merchant, processorPaymentIntentId));
  return listRecords({ merchantId, orderRef, sinceMs, untilMs }, { limit, after });
}

const one = (merchantId: string, record: PaymentRecord | undefined): Page<PaymentRecord> => ({
  items: record?.merchantId === merchantId ? [record] : [],
  hasMore: false,
});

/** The index has seen to order and time already, except where the payment was named. */
function matches(record: PaymentRecord, { orderRef, status, trouble, since, until }: PaymentFilter): boolean {
  const { createdAt, order, disputes, failedRefunds } = record;
  return (
    (status === undefined || toPayment(record).status === status) &&
    (trouble === undefined || (trouble === "disputed" ? disputes : failedRefunds) !== undefined) &&
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

/** Also of one that is not shown: a page may have ended there. */
async function requireCursor(merchantId: string, svcPaymentId: string): Promise<PaymentRecord> {
  const record = await findPaymentRecord(svcPaymentId);
  if (record?.merchantId !== merchantId) throw unknownCursor("There is no such payment.");
  return record;
}
