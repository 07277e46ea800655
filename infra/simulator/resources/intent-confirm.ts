import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { required } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { announceBankDebit } from "./bank-debit.ts";
import { declinePayment, takePayment } from "./intent-attempts.ts";
import { cancelIntent } from "./intent-cancel.ts";
import { acceptedMethod, unexpectedState } from "./intent-checks.ts";
import type { ConfirmParams } from "./intent-params.ts";
import { paymentMethodOf } from "./payment-method-object.ts";
import { prepareSaving } from "./saved-methods.ts";
import { decline, type TestPaymentMethod } from "./test-payment-methods.ts";

const CONFIRMABLE: Stripe.PaymentIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

/**
 * Attempts the payment. With pm_card_authenticationRequired the first confirmation ends in
 * requires_action; confirming the same intent again, with no payment method, stands for the buyer
 * who has authenticated, and completes it.
 */
export function confirmIntent(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  params: ConfirmParams,
): Stripe.PaymentIntent {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, "confirmed");
  const authenticated = intent.status === "requires_action" && params.payment_method === undefined;
  if (isConfirmedTooOften(scope, intent)) return cancelIntent(scope, intent, null);
  checkSession(intent, params);
  const method = chooseMethod(scope, intent, params);
  checkReturnUrl(intent, params);
  const begun = { ...intent, next_action: null, last_payment_error: null };
  return attempt(scope, begun, { method, authenticated, params });
}

/** Fact 38: there is a limit. Where it lies is *not settled* (20 attempts here). */
const MAX_ATTEMPTS = 20;

function isConfirmedTooOften(scope: Scope, intent: Stripe.PaymentIntent): boolean {
  if (intent.latest_charge === null) return false;
  const query = { limit: MAX_ATTEMPTS, equals: { payment_intent: intent.id } };
  const attempts = scope.objects.list("charge", scope.account, query);
  return attempts.data.length >= MAX_ATTEMPTS;
}

/** Fact 38: a method is saved only while its customer is there. */
function checkSession(intent: Stripe.PaymentIntent, { off_session }: ConfirmParams): void {
  if (off_session && intent.setup_future_usage !== null) {
    throw invalid(
      "You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent.",
    );
  }
}

function chooseMethod(scope: Scope, intent: Stripe.PaymentIntent, params: ConfirmParams): TestPaymentMethod {
  const reference = params.payment_method ?? intent.payment_method;
  if (reference === null) {
    throw invalid("You cannot confirm this PaymentIntent because it's missing a payment method.", {
      code: "payment_intent_unexpected_state",
      payment_intent: intent,
    });
  }
  const named = idOf(reference);
  const method = acceptedMethod(scope, intent, named);
  intent.payment_method = prepareSaving(scope, intent, named);
  return method;
}

/** Types chosen by the processor may redirect the buyer, who then needs a way back. */
function checkReturnUrl(intent: Stripe.PaymentIntent, params: ConfirmParams): void {
  const mayRedirect = intent.automatic_payment_methods?.allow_redirects === "always";
  const firstConfirmation = intent.status !== "requires_action";
  if (mayRedirect && firstConfirmation && params.return_url === undefined) {
    throw invalid(
      "With automatic_payment_methods a return_url is needed to confirm, unless allow_redirects is 'never'.",
      { param: "return_url" },
    );
  }
}

type Attempt = { method: TestPaymentMethod; authenticated: boolean; params: ConfirmParams };

function attempt(scope: Scope, intent: Stripe.PaymentIntent, { method, authenticated, params }: Attempt) {
  const { outcome } = method;
  const merchantInitiated = params.off_session ?? false;
  switch (outcome.kind) {
    case "decline":
      throw declinePayment(scope, intent, { method, outcome });
    case "settle_later":
    case "fail_later":
      return announceBankDebit(scope, intent, method);
    case "authenticate":
      return authenticated
        ? takePayment(scope, intent, { method, merchantInitiated })
        : authenticate(scope, intent, { method, params });
    case "redirect":
      if (!authenticated) return redirect(scope, intent, params);
      if (!outcome.consents) return endUnpaid(scope, intent, method);
      return takePayment(scope, intent, { method, merchantInitiated });
    default:
      return takePayment(scope, intent, { method, merchantInitiated });
  }
}

/** Fact 34: the customer agrees on the provider's own page. */
function redirect(scope: Scope, intent: Stripe.PaymentIntent, params: ConfirmParams): Stripe.PaymentIntent {
  intent.status = "requires_action";
  intent.next_action = {
    type: "redirect_to_url",
    redirect_to_url: {
      return_url: required(params.return_url, "return_url"),
      url: `https://pay.example.com/authorize/${intent.id}`,
    },
  };
  scope.emit("payment_intent.requires_action", scope.save(intent));
  return intent;
}

/** The customer said no there: nothing was charged, so there is no charge. */
function endUnpaid(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  method: TestPaymentMethod,
): Stripe.PaymentIntent {
  const used = { id: idOf(intent.payment_method ?? ""), created: scope.nowSeconds };
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.last_payment_error = {
    type: "invalid_request_error",
    code: "payment_method_customer_decline",
    message: "The customer declined the payment at the provider.",
    payment_method: paymentMethodOf(method, used),
  };
  scope.emit("payment_intent.payment_failed", scope.save(intent));
  return intent;
}

function authenticate(
  scope: Scope,
  intent: Stripe.PaymentIntent,
  { method, params }: { method: TestPaymentMethod; params: ConfirmParams },
): Stripe.PaymentIntent {
  if (params.off_session) {
    // The customer is absent and cannot authenticate: the bank's request is a decline.
    const outcome = decline("authentication_required", "authentication_required");
    throw declinePayment(scope, intent, { method, outcome });
  }
  intent.status = "requires_action";
  intent.next_action = { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } };
  scope.emit("payment_intent.requires_action", scope.save(intent));
  return intent;
}
