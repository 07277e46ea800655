import type Stripe from "stripe";
import { invalid, noSuchReference } from "../http/api-error.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { paymentMethodOf } from "./payment-method-object.ts";
import { findTestPaymentMethod, type TestPaymentMethod } from "./test-payment-methods.ts";

/** A method with an id of its own says in its metadata which test method it behaves as. */
const SIMULATES = "simulates";

/** By its own id, or by the public name of a test method. */
export function findMethod(scope: Scope, id: string): TestPaymentMethod | undefined {
  const stored = scope.find("payment_method", id);
  return findTestPaymentMethod(stored?.metadata?.[SIMULATES] ?? id);
}

export const methodOfCharge = (scope: Scope, { payment_method }: Stripe.Charge) =>
  findMethod(scope, idOf(payment_method ?? ""));

/** What the processor makes of a public name that is to be saved. Its customer comes with the attachment. */
export function newMethod(scope: Scope, name: string): Stripe.PaymentMethod {
  const method = findTestPaymentMethod(name);
  if (!method) throw noSuchReference("PaymentMethod", name, "payment_method");
  const made = paymentMethodOf(method, { id: scope.newId("pm"), created: scope.nowSeconds });
  return scope.insert("payment_method", { ...made, metadata: { [SIMULATES]: name } });
}

/** A stored one is attached itself, a public name becomes a method of its own. */
export function attachMethod(scope: Scope, id: string, customer: string): Stripe.PaymentMethod {
  const method = scope.find("payment_method", id) ?? newMethod(scope, id);
  if (method.customer === customer) return method;
  if (method.customer !== null)
    throw invalid("The payment method you provided has already been attached to a customer.");
  const attached = scope.save({ ...method, customer });
  scope.emit("payment_method.attached", attached);
  return attached;
}

export function detachMethod(scope: Scope, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (method.customer === null) {
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  }
  // Fact 37: it cannot be attached again, or used.
  const metadata = { ...method.metadata, detached: "true" };
  const detached = scope.save({ ...method, customer: null, metadata });
  scope.emit("payment_method.detached", detached);
  return detached;
}

/** Fact 37: a method that belongs to a customer is used for that one alone, and not at all once it was detached. */
export function checkOwner(scope: Scope, intent: Stripe.PaymentIntent, id: string): void {
  const method = scope.find("payment_method", id);
  if (method?.metadata?.detached) {
    throw invalid(
      "The provided PaymentMethod was detached from a Customer. It may not be used again: attach it to a Customer first.",
    );
  }
  const owner = method?.customer ?? null;
  if (owner === null || owner === intent.customer) return;
  throw intent.customer === null
    ? invalid("The payment method belongs to a Customer. Include the Customer on the PaymentIntent.", {
        param: "payment_method",
      })
    : noSuchReference("PaymentMethod of the customer", id, "payment_method");
}

/** With setup_future_usage the method of a payment gets an id of its own, and its customer once it was used. */
export function prepareSaving(scope: Scope, intent: Stripe.PaymentIntent, id: string): string {
  const isSaved = intent.setup_future_usage !== null && intent.customer !== null;
  return isSaved && !scope.find("payment_method", id) ? newMethod(scope, id).id : id;
}

export function saveUsedMethod(scope: Scope, intent: Stripe.PaymentIntent): void {
  if (intent.setup_future_usage !== null && intent.customer !== null && intent.payment_method !== null)
    attachMethod(scope, idOf(intent.payment_method), idOf(intent.customer));
}
