import type Stripe from "stripe";
import { mergeMetadata } from "../http/metadata.ts";
import type { Scope } from "../world/scope.ts";
import { acceptedMethod, checkApplicationFee, unexpectedState } from "./intent-checks.ts";
import type { UpdateParams } from "./intent-params.ts";

const OPEN: Stripe.PaymentIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

/** A chosen payment method is not confirmed by that. */
export function updateIntent(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  { amount = intent.amount, description, metadata, payment_method }: UpdateParams,
): Stripe.PaymentIntent {
  const isChanged = amount !== intent.amount || payment_method !== undefined;
  if (isChanged && !OPEN.includes(intent.status)) throw unexpectedState(intent, "updated");
  checkApplicationFee(scope, intent.application_fee_amount ?? undefined, { least: 0, amount });
  if (payment_method !== undefined) acceptedMethod(scope, intent, payment_method);
  return scope.save({
    ...intent,
    amount,
    description: description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, metadata),
    ...(payment_method !== undefined && { payment_method, status: "requires_confirmation" as const }),
  });
}
