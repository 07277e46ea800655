import type { Page } from "../domain/page.ts";
import { listItems } from "./lists.ts";
import type { PaymentRecord } from "./payments.ts";
import { orderKey, timeSort } from "./table.ts";

export type PaymentRange = {
  merchantId: string;
  orderRef?: string | undefined;
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
};

/** Newest first. Includes payments whose creation is not complete. */
export const listPayments = (
  { merchantId, orderRef, sinceMs, untilMs }: PaymentRange,
  { limit, after }: { limit: number; after?: Pick<PaymentRecord, "paymentSort"> | undefined },
): Promise<Page<PaymentRecord>> =>
  listItems({
    ...(orderRef
      ? { index: "payments-by-order", partition: orderKey(merchantId, orderRef) }
      : { index: "payments-by-merchant", partition: merchantId }),
    limit,
    since: sinceMs === undefined ? undefined : timeSort(sinceMs),
    before: earlierOf(after?.paymentSort, untilMs === undefined ? undefined : timeSort(untilMs)),
  });

/** An intent is stored on one payment; the index may still show one that had it, or not yet show the one that has. */
export async function findPaymentByIntent(intentId: string): Promise<PaymentRecord | undefined> {
  const { items } = await listItems<PaymentRecord>({
    index: "payments-by-intent",
    partition: intentId,
    limit: SHOWN_AT_ONCE,
  });
  return items.find(({ processorPaymentIntentId }) => processorPaymentIntentId === intentId);
}

const SHOWN_AT_ONCE = 5;

/** A page may begin after a payment that is newer than the end of the range. */
function earlierOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
