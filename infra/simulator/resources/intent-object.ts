import type Stripe from "stripe";
import { mergeMetadata } from "../http/metadata.ts";
import { required } from "../http/params.ts";
import type { Scope } from "../world/scope.ts";
import { PLATFORM_APPLICATION } from "./balance.ts";
import { ownAccount } from "./find.ts";
import type { CreateParams } from "./intent-params.ts";
import { choosePaymentMethods } from "./intent-payment-methods.ts";

const SECRET_CHARACTERS = 25;
const DEFAULT_CAPTURE_METHOD = "automatic_async";

export function newIntent(scope: Scope, params: CreateParams): Stripe.PaymentIntent {
  const id = scope.newId("pi");
  return {
    id,
    object: "payment_intent",
    amount: required(params.amount, "amount"),
    amount_capturable: 0,
    amount_received: 0,
    application: applicationOf(scope),
    application_fee_amount: params.application_fee_amount ?? null,
    ...chosenPaymentMethods(scope, params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? DEFAULT_CAPTURE_METHOD,
    client_secret: `${id}_secret_${scope.randomText(SECRET_CHARACTERS)}`,
    confirmation_method: "automatic",
    created: scope.nowSeconds,
    currency: required(params.currency, "currency"),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: params.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: params.payment_method === undefined ? "requires_payment_method" : "requires_confirmation",
    transfer_data: null,
    transfer_group: null,
  };
}

/** Fact 32: what a platform makes on a connected account names the platform's application. */
const applicationOf = (scope: Scope): string | null =>
  ownAccount(scope) === undefined ? null : PLATFORM_APPLICATION;

function chosenPaymentMethods(scope: Scope, params: CreateParams) {
  const automatic = params.automatic_payment_methods;
  return choosePaymentMethods({
    account: ownAccount(scope),
    allowed: params.allowed_payment_method_types ?? null,
    automatic: automatic ? { enabled: true, allow_redirects: automatic.allow_redirects ?? "always" } : null,
    currency: required(params.currency, "currency"),
    captureMethod: params.capture_method ?? DEFAULT_CAPTURE_METHOD,
  });
}
