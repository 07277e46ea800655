import type Stripe from "stripe";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { bookChargeFailure } from "./charge-balance.ts";
import { findOwn } from "./find.ts";
import { unexpectedState } from "./intent-checks.ts";

const CANCELABLE: Stripe.PaymentIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture",
];

/** Facts 6 and 7: what was reserved is released, which is no refund; the intent's own event tells of it, no other. */
export function cancelIntent(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (intent.status === "processing") {
    callBackDebit(scope, intent);
  } else if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(intent, "canceled");
  }
  intent.status = "canceled";
  intent.amount_capturable = 0;
  intent.canceled_at = scope.nowSeconds;
  intent.cancellation_reason = reason;
  intent.next_action = null;
  scope.emit("payment_intent.canceled", scope.save(intent));
  return intent;
}

/** Fact 7: a US bank debit can be called back until the bank has answered; other payments that are processing cannot. */
function callBackDebit(scope: Scope, intent: Stripe.PaymentIntent): void {
  const charge = scope.find("charge", idOf(intent.latest_charge ?? ""));
  if (charge?.payment_method_details?.type !== "us_bank_account") throw unexpectedState(intent, "canceled");
  bookChargeFailure(scope, charge);
  scope.save({ ...charge, status: "failed" as const, captured: false, amount_captured: 0 });
}

/** Fact 16: the bank releases an authorization that was not captured in time. */
export function expireAuthorization(scope: Scope, intent: Stripe.PaymentIntent): void {
  if (intent.status === "requires_capture" && intent.latest_charge !== null) {
    scope.emit("charge.expired", findOwn(scope, "charge", idOf(intent.latest_charge)));
    cancelIntent(scope, intent, "expired");
  }
}
