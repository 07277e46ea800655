import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { integer, type Read, required, type ShapeOf } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { findOwn } from "./find.ts";
import { checkApplicationFee, unexpectedState } from "./intent-checks.ts";

export const INCREMENT_PARAMS = {
  amount: integer,
  application_fee_amount: integer,
} satisfies ShapeOf<Stripe.PaymentIntentIncrementAuthorizationParams>;

/** The merchant asks the bank to reserve more: the amount becomes the new, larger one. */
export function incrementAuthorization(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  params: Read<typeof INCREMENT_PARAMS>,
): Stripe.PaymentIntent {
  const amount = required(params.amount, "amount");
  if (amount <= intent.amount)
    throw invalid("The new amount must be above the amount that is authorized.", { param: "amount" });
  checkApplicationFee(scope, params.application_fee_amount, { least: 0, amount });
  intent.application_fee_amount = params.application_fee_amount ?? intent.application_fee_amount;
  return authorizeAnew(scope, intent, amount);
}

/**
 * What is reserved is no longer what was asked for. More (a tip, an increment) raises the intent's amount; less (the
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
