import type { Page, PageQuery } from "../domain/page.ts";
import type { Payment, PaymentStatus } from "../domain/payment.ts";
import { listItems } from "../ledger/lists.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../ledger/payments.ts";
import { orderKey } from "../ledger/table.ts";
import { getPayment } from "./get-payment.ts";

export type PaymentFilter = { orderRef?: string | undefined; status?: PaymentStatus | undefined };

/**
 * One query per page, by order where one is given. The status is looked for in what the page holds, so a page may be
 * short while there is more; payments whose creation has not completed are not shown.
 */
export async function listPayments(
  merchantId: string,
  page: PageQuery,
  { orderRef, status }: PaymentFilter,
): Promise<Page<Payment> & { lastId?: string | undefined }> {
  const { items, hasMore } = await listItems<PaymentRecord>({
    ...(orderRef
      ? { index: "payments-by-order", partition: orderKey(merchantId, orderRef) }
      : { index: "payments-by-merchant", partition: merchantId }),
    limit: page.limit,
    before: page.startingAfter && (await sortOf(merchantId, page.startingAfter)),
  });
  const shown = items.filter(({ state }) => state === "completed").map(toPayment);
  const matching = shown.filter((payment) => !status || payment.status === status);
  return { items: matching, hasMore, lastId: items.at(-1)?.svcPaymentId };
}

async function sortOf(merchantId: string, svcPaymentId: string): Promise<string | undefined> {
  await getPayment(merchantId, svcPaymentId);
  return (await findPaymentRecord(svcPaymentId))?.paymentSort;
}
