import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { required } from "../http/params.ts";
import type { Scope } from "../world/scope.ts";
import { acceptedMethod, checkApplicationFee, checkCustomer } from "./intent-checks.ts";
import { confirmIntent } from "./intent-confirm.ts";
import { newIntent } from "./intent-object.ts";
import { CONFIRM_FIELDS, type CreateParams } from "./intent-params.ts";

export function createIntent(scope: Scope, params: CreateParams): Stripe.PaymentIntent {
  check(scope, params);
  const intent = newIntent(scope, params);
  if (params.payment_method !== undefined) acceptedMethod(scope, intent, params.payment_method);
  scope.insert("payment_intent", intent);
  scope.emit("payment_intent.created", intent);
  return params.confirm ? confirmIntent(scope, intent, params) : intent;
}

function check(scope: Scope, params: CreateParams): void {
  const amount = required(params.amount, "amount");
  checkUnit(amount, required(params.currency, "currency"));
  if (params.allowed_payment_method_types && params.automatic_payment_methods) {
    throw invalid("You may only specify one of allowed_payment_method_types and automatic_payment_methods.", {
      code: "parameters_exclusive",
      param: "allowed_payment_method_types",
    });
  }
  if (params.automatic_payment_methods?.enabled === false) {
    throw invalid("Automatic payment methods can only be left by naming allowed_payment_method_types.", {
      param: "automatic_payment_methods[enabled]",
    });
  }
  // Fact 3: a fee of 0 is accepted here; with a capture it is not settled.
  checkApplicationFee(scope, params.application_fee_amount, { least: 0, amount });
  checkCustomer(scope, params.customer);
  if (!params.confirm) rejectConfirmationFields(params);
}

/** Fact 36: these have units that no one can pay, so an amount must be a multiple. */
const UNITS: Record<string, number> = { bhd: 10, isk: 100, jod: 10, kwd: 10, omr: 10, tnd: 10, ugx: 100 };

function checkUnit(amount: number, currency: string): void {
  const unit = UNITS[currency] ?? 1;
  if (amount % unit !== 0)
    throw invalid(`An amount in ${currency} must be a multiple of ${unit}.`, { param: "amount" });
}

function rejectConfirmationFields(params: CreateParams): void {
  for (const name of Object.keys(CONFIRM_FIELDS)) {
    if (name in params)
      throw invalid(`The parameter ${name} can only be passed when confirm is true.`, { param: name });
  }
}
