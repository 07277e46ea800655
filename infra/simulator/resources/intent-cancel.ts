import type Stripe from "stripe";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { findOwn } from "./find.ts";
import { unexpectedState } from "./intent-checks.ts";

const CANCELABLE: Stripe.PaymentIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture",
];

export function cancelIntent(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(intent, "canceled");
  }
  if (intent.status === "requires_capture" && intent.latest_charge !== null) {
    release(scope, idOf(intent.latest_charge), reason);
  }
  intent.status = "canceled";
  intent.amount_capturable = 0;
  intent.canceled_at = scope.nowSeconds;
  intent.cancellation_reason = reason;
  intent.next_action = null;
  scope.emit("payment_intent.canceled", scope.save(intent));
  return intent;
}

/** Gives the reserved money back. The charge then looks refunded, yet it was never captured. */
function release(scope: Scope, chargeId: string, reason: string | null): void {
  const charge = findOwn(scope, "charge", chargeId);
  charge.amount_refunded = charge.amount;
  charge.refunded = true;
  scope.emit(reason === "automatic" ? "charge.expired" : "charge.refunded", scope.save(charge));
}

/** The bank lets an authorisation lapse that nobody captured in time. */
export function expireAuthorization(scope: Scope, intent: Stripe.PaymentIntent): void {
  if (intent.status === "requires_capture") {
    cancelIntent(scope, intent, "automatic");
  }
}
