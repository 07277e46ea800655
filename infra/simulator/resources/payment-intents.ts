import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { mergeMetadata } from "../http/metadata.ts";
import { oneOf, text } from "../http/params.ts";
import type { Scope } from "../world/scope.ts";
import { type Call, forBrowsers, type Route, route, type Sendable } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { cancelIntent } from "./intent-cancel.ts";
import { CAPTURE_PARAMS, captureIntent } from "./intent-capture.ts";
import { acceptedMethod, checkApplicationFee, unexpectedState } from "./intent-checks.ts";
import { confirmIntent } from "./intent-confirm.ts";
import { createIntent } from "./intent-create.ts";
import { CONFIRM_FIELDS, CREATE_PARAMS, UPDATE_PARAMS, type UpdateParams } from "./intent-params.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { SEARCH_PARAMS, searchObjects } from "./search.ts";

const COLLECTION = "/v1/payment_intents";
const SEARCH = `${COLLECTION}/search`;

const CANCEL_REASON = oneOf("abandoned", "duplicate", "fraudulent", "requested_by_customer");

/** A browser proves with the client secret that it was given this intent. */
function findForCaller(call: Call, clientSecret: string | undefined): Stripe.PaymentIntent {
  const intent = findNamed(call, "payment_intent");
  const presented = clientSecret ?? (call.key === "secret" ? intent.client_secret : null);
  if (presented !== intent.client_secret) {
    throw invalid("The client_secret provided does not match this PaymentIntent.", {
      code: "payment_intent_invalid_parameter",
      param: "client_secret",
    });
  }
  return intent;
}

/** Fact 2: a publishable key never sees metadata. */
function shownTo(call: Call, intent: Stripe.PaymentIntent): Sendable {
  const { metadata: _, ...shown } = intent;
  return call.key === "secret" ? intent : shown;
}

const OPEN: Stripe.PaymentIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

/** A chosen payment method is not confirmed by that. */
function updateIntent(
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
    ...(amount !== intent.amount && { amount_details: { tip: {} } }),
    description: description ?? intent.description,
    last_payment_error: null,
    metadata: mergeMetadata(intent.metadata, metadata),
    ...(payment_method !== undefined && { payment_method, status: "requires_confirmation" as const }),
  });
}

export const PAYMENT_INTENT_ROUTES: Route[] = [
  // Before the route of one intent, whose id could be called "search".
  route(`GET ${SEARCH}`, "PaymentIntentSearchParams", SEARCH_PARAMS, (call, params) =>
    searchObjects(call, "payment_intent", { ...params, url: SEARCH }),
  ),
  route(`POST ${COLLECTION}`, "PaymentIntentCreateParams", CREATE_PARAMS, createIntent),
  route(
    `GET ${COLLECTION}`,
    "PaymentIntentListParams",
    { ...PAGING_BY_TIME, customer: text },
    (call, { customer, ...paging }) =>
      listObjects(call, "payment_intent", { url: COLLECTION, paging, equals: { customer } }),
  ),
  forBrowsers(
    route(`GET ${COLLECTION}/{id}`, "PaymentIntentRetrieveParams", { client_secret: text }, (call, params) =>
      shownTo(call, findForCaller(call, params.client_secret)),
    ),
  ),
  route(`POST ${COLLECTION}/{id}`, "PaymentIntentUpdateParams", UPDATE_PARAMS, (call, params) =>
    updateIntent(call, findNamed(call, "payment_intent"), params),
  ),
  forBrowsers(
    route(
      `POST ${COLLECTION}/{id}/confirm`,
      "PaymentIntentConfirmParams",
      { ...CONFIRM_FIELDS, client_secret: text, payment_method: text },
      (call, { client_secret, ...params }) =>
        shownTo(call, confirmIntent(call, findForCaller(call, client_secret), params)),
    ),
  ),
  route(`POST ${COLLECTION}/{id}/capture`, "PaymentIntentCaptureParams", CAPTURE_PARAMS, (call, params) =>
    captureIntent(call, findNamed(call, "payment_intent"), params),
  ),
  route(
    `POST ${COLLECTION}/{id}/cancel`,
    "PaymentIntentCancelParams",
    { cancellation_reason: CANCEL_REASON },
    (call, params) =>
      cancelIntent(call, findNamed(call, "payment_intent"), params.cancellation_reason ?? null),
  ),
];
