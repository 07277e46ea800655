import type { IntentSnapshot, Payment } from "./payment.ts";
import type { PaymentStatus } from "./status.ts";

/** How far along a status is. From step 3 on a payment is never unpaid again. */
const STEPS: Record<PaymentStatus, number> = {
  requires_payment_method: 0,
  requires_confirmation: 0,
  requires_action: 0,
  processing: 1,
  requires_capture: 2,
  succeeded: 3,
  canceled: 3,
  partially_refunded: 4,
  refunded: 4,
};

/**
 * Whether an event's own picture of the intent can be believed without asking: it must lead forward, to a status
 * from which nothing leads back. A late "processing" would lead forward too, and yet be long over; and until when a
 * hold lives is on the charge, which an event does not carry.
 */
export function isConclusive(payment: Payment, snapshot: IntentSnapshot): boolean {
  const forward = STEPS[snapshot.status] > STEPS[payment.status] && STEPS[snapshot.status] >= 3;
  // The fee of a partial capture is on the charge, which an event does not carry.
  const whole = snapshot.status !== "succeeded" || snapshot.receivedCents === snapshot.amountCents;
  return forward && whole;
}
