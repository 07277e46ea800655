import type Stripe from "stripe";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { bookCharge, bookChargeFailure } from "./charge-balance.ts";
import { newCharge, receiptUrlOf } from "./charge-object.ts";
import { findOwn } from "./find.ts";
import { finishPayment } from "./intent-attempts.ts";
import { methodOfCharge, saveUsedMethod } from "./saved-methods.ts";
import type { TestPaymentMethod } from "./test-payment-methods.ts";

const BANK_SETTLEMENT_MS = 1000;
/** Fact 28. */
const FAILURE_FEE = 400;

/** The bank's answer comes later, also after a restart. */
export function announceBankDebit(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  method: TestPaymentMethod,
): Stripe.PaymentIntent {
  // Nothing can be captured or released later any more, so the charge counts as captured already.
  const state = { status: "pending", paid: false, captured: true, amount_captured: intent.amount } as const;
  const charge = newCharge(scope, intent, { method, state });
  bookCharge(scope, charge);
  scope.emit("charge.pending", scope.insert("charge", charge));

  saveUsedMethod(scope, intent);
  intent.status = "processing";
  intent.latest_charge = charge.id;
  scope.emit("payment_intent.processing", scope.save(intent));
  scope.later("settle_bank_debit", intent.id, BANK_SETTLEMENT_MS);
  return intent;
}

export function settleBankDebit(scope: Scope, intent: Stripe.PaymentIntent): void {
  if (intent.status !== "processing" || intent.latest_charge === null) return;
  const charge = findOwn(scope, "charge", idOf(intent.latest_charge));
  const outcome = methodOfCharge(scope, charge)?.outcome;
  if (outcome?.kind === "fail_later") {
    failBankDebit(scope, intent, { charge, code: outcome.code });
    return;
  }
  charge.status = "succeeded";
  charge.paid = true;
  charge.receipt_url = receiptUrlOf(charge.id);
  finishPayment(scope, intent, { charge, announce: "charge.succeeded" });
}

function failBankDebit(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  { charge, code }: { charge: Stripe.Charge; code: string },
): void {
  const message = `The bank returned the debit: ${code}.`;
  bookChargeFailure(scope, charge, FAILURE_FEE);
  Object.assign(charge, { status: "failed", captured: false, amount_captured: 0 });
  charge.failure_code = code;
  charge.failure_message = message;
  scope.emit("charge.failed", scope.save(charge));

  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.last_payment_error = { type: "invalid_request_error", code, message, charge: charge.id };
  scope.emit("payment_intent.payment_failed", scope.save(intent));
}
