import type * as z from "zod/mini";
import type { Refund } from "../../contract/refund-list.ts";
import { processorSays } from "../../domain/failure.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import type { ListedRefund } from "../../domain/payments/refund.ts";
import { isoTime } from "../../domain/time.ts";
import { requirePayment } from "../../ledger/payments.ts";
import { listRefunds as listAtProcessor } from "../../processor/refunds.ts";

type RefundView = z.output<typeof Refund>;

/** The ledger knows only what was refunded in all; each refund, and what became of it, is the processor's. */
export async function listRefunds(
  { merchantId, svcPaymentId }: { merchantId: string; svcPaymentId: string },
  page: PageQuery,
): Promise<Page<RefundView>> {
  const payment = await requirePayment(merchantId, svcPaymentId);
  const { connectedAccountId: accountId, processorPaymentIntentId: intentId } = payment;
  const { refunds, hasMore } = await listAtProcessor({ accountId, intentId, svcPaymentId }, page).catch(
    (error: unknown) => {
      throw page.startingAfter && processorSays(error) === "missing"
        ? unknownCursor("startingAfter must be the id of a refund of this payment.")
        : error;
    },
  );
  return { items: refunds.map(refundView), hasMore, lastId: refunds.at(-1)?.refundId };
}

const refundView = ({
  createdAt,
  isOurs,
  pendingReason: _,
  operationId: __,
  ...refund
}: ListedRefund): RefundView => ({ ...refund, createdAt: isoTime(createdAt), ours: isOurs });
