import type Stripe from "stripe";
import { DeclinedError, invalid } from "../http/api-error.ts";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { boolean, object, oneOf, type Read, required, type ShapeOf, text, url } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { PLATFORM_APPLICATION } from "./balance.ts";
import { type Call, forBrowsers, type Route, route } from "./define-route.ts";
import { findNamed, ownAccount } from "./find.ts";
import { checkCustomer } from "./intent-checks.ts";
import { choosePaymentMethods } from "./intent-payment-methods.ts";
import { paymentMethodOf } from "./payment-method-object.ts";
import { attachMethod, findMethod, newMethod } from "./saved-methods.ts";

const COLLECTION = "/v1/setup_intents";
const SECRET_CHARACTERS = 25;

const CREATE_PARAMS = {
  automatic_payment_methods: object({ allow_redirects: oneOf("always", "never"), enabled: boolean }),
  customer: text,
  metadata,
  usage: oneOf("on_session", "off_session"),
} satisfies ShapeOf<Stripe.SetupIntentCreateParams>;

function createSetup(call: Call, params: Read<typeof CREATE_PARAMS>): Stripe.SetupIntent {
  checkCustomer(call, params.customer);
  const id = call.newId("seti");
  const automatic = {
    enabled: true,
    allow_redirects: params.automatic_payment_methods?.allow_redirects ?? "always",
  } as const;
  const account = ownAccount(call);
  const { payment_method_types } = choosePaymentMethods({
    ...{ account, allowed: null, automatic, currency: "usd", captureMethod: "automatic" },
  });
  const setup: Stripe.SetupIntent = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: account === undefined ? null : PLATFORM_APPLICATION,
    automatic_payment_methods: automatic,
    cancellation_reason: null,
    client_secret: `${id}_secret_${call.randomText(SECRET_CHARACTERS)}`,
    created: call.nowSeconds,
    customer: params.customer ?? null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types,
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: params.usage ?? "off_session",
  };
  call.emit("setup_intent.created", call.insert("setup_intent", setup));
  return setup;
}

/** As with an intent of payment: confirming again without a method is the customer who has authenticated. */
function confirmSetup(call: Call, setup: Stripe.SetupIntent, named: string | undefined): Stripe.SetupIntent {
  if (setup.status === "succeeded" || setup.status === "canceled") {
    throw invalid(`You cannot confirm this SetupIntent because it has a status of ${setup.status}.`, {
      code: "setup_intent_unexpected_state",
    });
  }
  const isAuthenticated = setup.status === "requires_action" && named === undefined;
  const id = required(
    named ?? (setup.payment_method ? idOf(setup.payment_method) : undefined),
    "payment_method",
  );
  const stored = call.find("payment_method", id) ?? newMethod(call, id);
  setup.payment_method = stored.id;
  const { outcome, isSavable } = findMethod(call, stored.id) ?? {};
  if (outcome?.kind === "decline" && !isSavable) throw declineSetup(call, setup, stored);
  if (outcome?.kind === "authenticate" && !isAuthenticated) {
    setup.status = "requires_action";
    setup.next_action = { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } };
    call.emit("setup_intent.requires_action", call.save(setup));
    return setup;
  }
  if (setup.customer !== null) attachMethod(call, stored.id, idOf(setup.customer));
  Object.assign(setup, { status: "succeeded", next_action: null, last_setup_error: null });
  call.emit("setup_intent.succeeded", call.save(setup));
  return setup;
}

function declineSetup(scope: Scope, setup: Stripe.SetupIntent, stored: Stripe.PaymentMethod): DeclinedError {
  const method = findMethod(scope, stored.id);
  const message = "Your card was declined.";
  const { code, declineCode } =
    method?.outcome.kind === "decline"
      ? method.outcome
      : { code: "card_declined", declineCode: "generic_decline" };
  const problem = { type: "card_error", code, decline_code: declineCode } as const;
  const shown = method ? paymentMethodOf(method, stored) : stored;
  Object.assign(setup, { status: "requires_payment_method", payment_method: null });
  setup.last_setup_error = { ...problem, message, payment_method: shown };
  scope.emit("setup_intent.setup_failed", scope.save(setup));
  return new DeclinedError(402, message, { ...problem, payment_method: shown });
}

/** A browser proves with the client secret that it was given this one. */
function findForCaller(call: Call, clientSecret: string | undefined): Stripe.SetupIntent {
  const setup = findNamed(call, "setup_intent");
  if ((clientSecret ?? (call.key === "secret" ? setup.client_secret : null)) === setup.client_secret)
    return setup;
  throw invalid("The client_secret provided does not match this SetupIntent.", { param: "client_secret" });
}

export const SETUP_INTENT_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "SetupIntentCreateParams", CREATE_PARAMS, createSetup),
  forBrowsers(
    route(
      `POST ${COLLECTION}/{id}/confirm`,
      "SetupIntentConfirmParams",
      { client_secret: text, payment_method: text, return_url: url },
      (call, params) => confirmSetup(call, findForCaller(call, params.client_secret), params.payment_method),
    ),
  ),
];
