import type { Payment } from "../../domain/payments/payment.ts";
import { hasFailed, type RefundFacts } from "../../domain/payments/refund.ts";
import { fetchRefund } from "../../processor/refunds.ts";
import { type PaymentSync, syncPayment } from "./sync-payment.ts";

export type SyncedRefund = { payment: Payment; refund: RefundFacts };

/** A refund may fail days after it was made: it is fetched together with its payment, and both are written at once. */
export async function syncRefund(
  payment: Payment,
  refundId: string,
  { readAgain, isMissed }: Pick<PaymentSync, "readAgain" | "isMissed"> = {},
): Promise<SyncedRefund> {
  const fetch = () => fetchRefund(payment.connectedAccountId, refundId);
  let made = await fetch();
  const synced = await syncPayment(payment, {
    known: made.snapshot,
    fetch: async () => {
      made = await fetch();
      return made.snapshot;
    },
    ...(readAgain && { readAgain }),
    ...(isMissed !== undefined && { isMissed }),
    failedRefund: () => (hasFailed(made.refund) ? failedOf(made.refund) : undefined),
  });
  return { payment: synced, refund: made.refund };
}

const failedOf = ({ refundId, amountCents, failureReason, createdAt }: RefundFacts) => ({
  refundId,
  amountCents,
  failureReason,
  createdAt,
});
