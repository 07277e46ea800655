/**
 * How a refund goes: at once, after a while, after days, back again, only once the buyer has done something, or not at
 * all, in the very answer (fact 25).
 */
export const REFUND_OUTCOMES = [
  "succeeded",
  "pending",
  "pending_for_days",
  "failed_later",
  "requires_action",
  "failed",
] as const;

export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];
