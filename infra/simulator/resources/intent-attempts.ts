import type Stripe from "stripe";
import { DeclinedError } from "../http/api-error.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { bookCharge } from "./charge-balance.ts";
import { newCharge } from "./charge-object.ts";
import { disputeAtOnce, warnOfFraud } from "./dispute-course.ts";
import { collectFee } from "./fee-collection.ts";
import { heldUntil } from "./other-methods.ts";
import { paymentMethodOf } from "./payment-method-object.ts";
import { saveUsedMethod } from "./saved-methods.ts";
import type { Decline, TestPaymentMethod } from "./test-payment-methods.ts";

/** `merchantInitiated`: the buyer is not there, which shortens some authorizations. */
export type Attempt = { method: TestPaymentMethod; merchantInitiated?: boolean };

export function takePayment(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  attempt: Attempt,
): Stripe.PaymentIntent {
  saveUsedMethod(scope, intent);
  // A card at a reader may have been declined before.
  intent.last_payment_error = null;
  return intent.capture_method === "manual"
    ? authorize(scope, intent, attempt)
    : chargeAtOnce(scope, intent, attempt);
}

function authorize(scope: Scope, intent: Stripe.PaymentIntent, attempt: Attempt): Stripe.PaymentIntent {
  const state = { status: "succeeded", paid: true, captured: false, amount_captured: 0 } as const;
  const charge = scope.insert("charge", newCharge(scope, intent, { ...attempt, state }));
  scope.emit("charge.succeeded", charge);

  intent.status = "requires_capture";
  intent.latest_charge = charge.id;
  intent.amount_capturable = intent.amount;
  scope.emit("payment_intent.amount_capturable_updated", scope.save(intent));
  scope.later("expire_authorization", intent.id, authorizationMs(charge));
  return intent;
}

function authorizationMs(charge: Stripe.Charge): number {
  const details = charge.payment_method_details;
  const captureBefore =
    details?.card?.capture_before ??
    details?.card_present?.capture_before ??
    heldUntil(details?.type ?? "", charge.created);
  return (captureBefore - charge.created) * 1000;
}

function chargeAtOnce(scope: Scope, intent: Stripe.PaymentIntent, attempt: Attempt): Stripe.PaymentIntent {
  const state = { status: "succeeded", paid: true, captured: true, amount_captured: intent.amount } as const;
  const charge = scope.insert("charge", newCharge(scope, intent, { ...attempt, state }));
  intent.latest_charge = charge.id;
  finishPayment(scope, intent, { charge, announce: "charge.succeeded" });
  return intent;
}

export function finishPayment(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  { charge, announce }: { charge: Stripe.Charge; announce: "charge.succeeded" | "charge.captured" },
): void {
  // A bank debit was booked when it was announced.
  if (charge.balance_transaction === null) bookCharge(scope, charge);
  collectFee(scope, charge, intent);
  scope.emit(announce, scope.save(charge));
  // Fact 10: a dispute that comes with the payment is told of before the payment itself.
  disputeAtOnce(scope, charge);

  intent.status = "succeeded";
  intent.amount_received = charge.amount_captured;
  intent.amount_capturable = 0;
  scope.emit("payment_intent.succeeded", scope.save(intent));
  warnOfFraud(scope, charge);
}

export function declinePayment(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  { method, outcome }: { method: TestPaymentMethod; outcome: Decline },
): DeclinedError {
  const { kind: _kind, ...failure } = outcome;
  const { code, declineCode, message } = failure;
  const state = { status: "failed", paid: false, captured: false, amount_captured: 0, failure } as const;
  const charge = scope.insert("charge", newCharge(scope, intent, { method, state }));
  scope.emit("charge.failed", charge);

  const used = { id: idOf(intent.payment_method ?? scope.newId("pm")), created: scope.nowSeconds };
  const problem = {
    type: "card_error",
    code,
    decline_code: declineCode,
    advice_code: failure.advice,
    network_decline_code: failure.networkCode,
    message,
    charge: charge.id,
    payment_method: paymentMethodOf(method, used),
  } satisfies Stripe.PaymentIntent.LastPaymentError;
  intent.status = "requires_payment_method";
  // The next attempt must bring another method.
  intent.payment_method = null;
  intent.latest_charge = charge.id;
  intent.last_payment_error = problem;
  scope.emit("payment_intent.payment_failed", scope.save(intent));
  const { message: _, ...details } = problem;
  return new DeclinedError(402, message, { ...details, payment_intent: intent });
}
