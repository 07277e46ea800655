import type Stripe from "stripe";
import { invalid, noSuchReference } from "../http/api-error.ts";
import { PLATFORM, type Scope } from "../world/scope.ts";
import { checkOwner, findMethod } from "./saved-methods.ts";
import type { TestPaymentMethod } from "./test-payment-methods.ts";

/** Fact 15: an operation that the intent's state does not allow. The error shows the intent as it is. */
export function unexpectedState(intent: Stripe.PaymentIntent, wish: string) {
  return invalid(`This PaymentIntent could not be ${wish} because it has a status of ${intent.status}.`, {
    code: "payment_intent_unexpected_state",
    payment_intent: intent,
  });
}

/** Only a direct charge carries a fee for the platform, and it must leave something to the merchant. */
export function checkApplicationFee(
  scope: Scope,
  fee: number | undefined,
  { least, amount }: { least: 0 | 1; amount: number },
): void {
  if (fee === undefined) return;
  const param = "application_fee_amount";
  if (scope.account === PLATFORM)
    throw invalid("An application fee needs a direct charge: send the Stripe-Account header.", { param });
  if (fee < least) {
    throw invalid(`This value must be greater than or equal to ${least}.`, {
      code: "parameter_invalid_integer",
      param,
    });
  }
  if (fee >= amount)
    throw invalid("The application fee must be less than the amount of the charge.", { param });
}

/** Fact 19: a customer of this very account. */
export function checkCustomer(scope: Scope, customer: string | undefined): void {
  if (customer !== undefined && !scope.find("customer", customer))
    throw noSuchReference("customer", customer, "customer");
}

export function acceptedMethod(scope: Scope, intent: Stripe.PaymentIntent, id: string): TestPaymentMethod {
  const method = findMethod(scope, id);
  const param = "payment_method";
  if (!method) throw noSuchReference("PaymentMethod", id, param);
  checkOwner(scope, intent, id);
  if (!intent.payment_method_types.includes(method.type)) {
    const allowed = intent.payment_method_types.join(", ");
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent (${allowed}).`,
      {
        param,
      },
    );
  }
  return method;
}
