import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import type { PaymentStatus } from "../../domain/payments/status.ts";
import { listPayments as listRecords } from "../../ledger/payment-lists.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../ledger/payments.ts";

/** Created in `since` or later, and before `until`; milliseconds. */
export type PaymentFilter = {
  orderRef?: string | undefined;
  status?: PaymentStatus | undefined;
  since?: number | undefined;
  until?: number | undefined;
};

/** In lists also when it was created. */
export type ListedPayment = Payment & { createdAt: number };

/**
 * One query per page, by order where one is given, and within the times that are given. The status is looked for in
 * what the page holds, so a page may be short while there is more; payments whose creation has not completed are not
 * shown.
 */
export async function listPayments(
  merchantId: string,
  page: PageQuery,
  { orderRef, status, since: sinceMs, until: untilMs }: PaymentFilter,
): Promise<Page<ListedPayment>> {
  const { limit, startingAfter } = page;
  const after = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  const { items, hasMore } = await listRecords({ merchantId, orderRef, sinceMs, untilMs }, { limit, after });
  const shown = items
    .filter(({ state }) => state === "completed")
    .map((record) => ({ ...toPayment(record), createdAt: record.createdAt }));
  const matching = shown.filter((payment) => !status || payment.status === status);
  return { items: matching, hasMore, lastId: items.at(-1)?.svcPaymentId };
}

/** Also of one that is not shown: a page may have ended there. */
async function requireCursor(merchantId: string, svcPaymentId: string): Promise<PaymentRecord> {
  const record = await findPaymentRecord(svcPaymentId);
  if (record?.merchantId !== merchantId) throw unknownCursor("There is no such payment.");
  return record;
}
