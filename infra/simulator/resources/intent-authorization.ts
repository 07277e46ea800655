import type Stripe from "stripe";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { findOwn } from "./find.ts";
import { unexpectedState } from "./intent-checks.ts";

/**
 * What is reserved is no longer what was asked for. More (a tip) raises the intent's amount; less (the
 * bank gave only a part) leaves it, and only `amount_capturable` tells.
 */
export function authorizeAnew(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  amount: number,
): Stripe.PaymentIntent {
  if (intent.status !== "requires_capture" || intent.latest_charge === null)
    throw unexpectedState(intent, "authorized for another amount");
  intent.amount = Math.max(intent.amount, amount);
  intent.amount_capturable = amount;
  const charge = findOwn(scope, "charge", idOf(intent.latest_charge));
  charge.amount = intent.amount;
  const details = charge.payment_method_details?.card ?? charge.payment_method_details?.card_present;
  if (details) details.amount_authorized = amount;
  scope.save(charge);
  scope.emit("payment_intent.amount_capturable_updated", scope.save(intent));
  return intent;
}
