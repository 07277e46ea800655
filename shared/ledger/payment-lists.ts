import type { Page } from "../domain/page.ts";
import { listItems } from "./lists.ts";
import type { PaymentRecord } from "./payments.ts";
import { orderKey, timeSort } from "./table.ts";

/** A merchant's payments, newest first; of one order, where one is given. Also those whose creation is not complete. */
export const listPayments = (
  { merchantId, orderRef }: { merchantId: string; orderRef?: string | undefined },
  { limit, after }: { limit: number; after?: PaymentRecord | undefined },
): Promise<Page<PaymentRecord>> =>
  listItems({
    ...(orderRef
      ? { index: "payments-by-order", partition: orderKey(merchantId, orderRef) }
      : { index: "payments-by-merchant", partition: merchantId }),
    limit,
    before: after?.paymentSort,
  });

/** A merchant's payments that were created in a stretch of time, newest first, after the last one of the page before. */
export const listPaymentsInWindow = (
  merchantId: string,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
  { limit, after }: { limit: number; after?: PaymentRecord | undefined },
): Promise<Page<PaymentRecord>> =>
  listItems({
    index: "payments-by-merchant",
    partition: merchantId,
    limit,
    since: timeSort(sinceMs),
    before: after?.paymentSort ?? timeSort(untilMs),
  });
