import type { RecordedKind } from "../ledger/attention.ts";
import { count, log } from "../runtime/logger.ts";

const METRICS = {
  hold_expiring: "HoldsExpiring",
  dispute_response_due: "DisputesDue",
  fraud_warning: "FraudWarnings",
  refund_failed: "RefundsFailed",
  refund_pending: "RefundsPending",
  payout_failed: "PayoutsFailed",
} as const satisfies Record<RecordedKind, string>;

/** For the platform: a line in the log, and a count that the dashboard adds up. */
export function reportAttention(
  kind: RecordedKind,
  { svcPaymentId, merchantId }: { svcPaymentId?: string; merchantId: string },
): void {
  count(METRICS[kind]);
  log("warn", "something needs a person", { code: kind, svcPaymentId, merchantId });
}
