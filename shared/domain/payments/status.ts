export const INTENT_STATUSES = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "canceled",
] as const;

export type IntentStatus = (typeof INTENT_STATUSES)[number];

export const PAYMENT_STATUSES = [...INTENT_STATUSES, "partially_refunded", "refunded"] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
