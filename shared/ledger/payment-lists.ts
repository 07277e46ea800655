import type { Page } from "../domain/page.ts";
import { listItems } from "./lists.ts";
import type { PaymentRecord } from "./payments.ts";
import { orderKey } from "./table.ts";

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
