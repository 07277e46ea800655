import { keysOf } from "../values.ts";

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

export type PaymentStatus = IntentStatus | "partially_refunded" | "refunded";

/** The money was taken, whatever of it was given back since. */
export const isPaid = (status: PaymentStatus): boolean =>
  status === "succeeded" || status === "partially_refunded" || status === "refunded";

/** How far along a status is. From step 3 on a payment is never unpaid again. */
const STEPS: Record<PaymentStatus, number> = {
  requires_payment_method: 0,
  requires_confirmation: 0,
  requires_action: 0,
  processing: 1,
  requires_capture: 2,
  succeeded: 3,
  partially_refunded: 4,
  refunded: 4,
  canceled: 3,
};

export const PAYMENT_STATUSES = keysOf(STEPS);

/**
 * Whether an event's own picture of the intent can be believed without asking: it must lead forward, to a status
 * from which nothing leads back. A late "processing" would lead forward too, and yet be long over; and until when a
 * hold lives is on the charge, which an event does not carry.
 */
export function isConclusive(
  from: { status: PaymentStatus },
  to: { status: IntentStatus; receivedCents: number; amountCents: number },
): boolean {
  const forward = STEPS[to.status] > STEPS[from.status] && STEPS[to.status] >= 3;
  // The fee of a partial capture is on the charge, which an event does not carry.
  const whole = to.status !== "succeeded" || to.receivedCents === to.amountCents;
  return forward && whole;
}
