import type Stripe from "stripe";
import { mergeMetadata } from "../http/metadata.ts";
import type { Scope } from "../world/scope.ts";
import { ownAccount } from "./find.ts";
import { acceptedMethod, checkApplicationFee, checkCustomer, unexpectedState } from "./intent-checks.ts";
import type { UpdateParams } from "./intent-params.ts";
import { choosePaymentMethods } from "./intent-payment-methods.ts";

const OPEN: Stripe.PaymentIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

const ALWAYS_CHANGEABLE = ["description", "metadata", "receipt_email", "setup_future_usage"];

export function updateIntent(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  params: UpdateParams,
): Stripe.PaymentIntent {
  const open = OPEN.includes(intent.status);
  if (!open && !Object.keys(params).every((name) => ALWAYS_CHANGEABLE.includes(name)))
    throw unexpectedState(intent, "updated");
  const { allowed_payment_method_types: allowed, metadata, ...fields } = params;
  // Unknown names were rejected by the shape; what is left are the intent's own fields.
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const changed: Stripe.PaymentIntent = { ...intent, ...Object.fromEntries(given) };
  if (open) {
    Object.assign(changed, chosenAgain(scope, changed, allowed));
    checkApplicationFee(scope, changed.application_fee_amount ?? undefined, {
      least: 0,
      amount: changed.amount,
    });
  }
  changed.metadata = mergeMetadata(intent.metadata, metadata);
  checkCustomer(scope, params.customer);
  if (params.payment_method !== undefined) {
    acceptedMethod(scope, changed, params.payment_method);
    changed.status = "requires_confirmation";
  }
  return scope.save(changed);
}

/** Another currency or capture method may allow other types than before. */
function chosenAgain(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  allowed: UpdateParams["allowed_payment_method_types"],
) {
  return choosePaymentMethods({
    account: ownAccount(scope),
    allowed:
      allowed ??
      (intent.allowed_payment_method_types as UpdateParams["allowed_payment_method_types"]) ??
      null,
    automatic: intent.automatic_payment_methods,
    currency: intent.currency,
    captureMethod: intent.capture_method,
  });
}
