import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { oneOf, text } from "../http/params.ts";
import { type Call, type Route, route, type Sendable } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { INCREMENT_PARAMS, incrementAuthorization } from "./intent-authorization.ts";
import { cancelIntent } from "./intent-cancel.ts";
import { CAPTURE_PARAMS, captureIntent } from "./intent-capture.ts";
import { confirmIntent } from "./intent-confirm.ts";
import { createIntent } from "./intent-create.ts";
import {
  CONFIRM_FIELDS,
  CREATE_PARAMS,
  INTENT_FIELDS,
  methodData,
  withNamedMethod,
} from "./intent-params.ts";
import { updateIntent } from "./intent-update.ts";
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

export const PAYMENT_INTENT_ROUTES: Route[] = [
  // Before the route of one intent, whose id could be called "search".
  route({
    method: "GET",
    path: SEARCH,
    type: "PaymentIntentSearchParams",
    params: SEARCH_PARAMS,
    run: (call, params) => searchObjects(call, "payment_intent", { ...params, url: SEARCH }),
  }),
  route({
    method: "POST",
    path: COLLECTION,
    type: "PaymentIntentCreateParams",
    params: CREATE_PARAMS,
    run: (call, params) => createIntent(call, withNamedMethod(params)),
  }),
  route({
    method: "GET",
    path: COLLECTION,
    type: "PaymentIntentListParams",
    params: { ...PAGING_BY_TIME, customer: text },
    run: (call, { customer, ...paging }) =>
      listObjects(call, "payment_intent", { url: COLLECTION, paging, equals: { customer } }),
  }),
  route({
    method: "GET",
    path: `${COLLECTION}/{id}`,
    type: "PaymentIntentRetrieveParams",
    publishable: true,
    params: { client_secret: text },
    run: (call, params) => shownTo(call, findForCaller(call, params.client_secret)),
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}`,
    type: "PaymentIntentUpdateParams",
    params: INTENT_FIELDS,
    run: (call, params) => updateIntent(call, findNamed(call, "payment_intent"), withNamedMethod(params)),
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}/confirm`,
    type: "PaymentIntentConfirmParams",
    publishable: true,
    params: {
      ...CONFIRM_FIELDS,
      client_secret: text,
      payment_method: text,
      payment_method_data: methodData,
    },
    run: (call, { client_secret, ...params }) =>
      shownTo(call, confirmIntent(call, findForCaller(call, client_secret), withNamedMethod(params))),
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}/capture`,
    type: "PaymentIntentCaptureParams",
    params: CAPTURE_PARAMS,
    run: (call, params) => captureIntent(call, findNamed(call, "payment_intent"), params),
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}/increment_authorization`,
    type: "PaymentIntentIncrementAuthorizationParams",
    params: INCREMENT_PARAMS,
    run: (call, params) => incrementAuthorization(call, findNamed(call, "payment_intent"), params),
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}/cancel`,
    type: "PaymentIntentCancelParams",
    params: { cancellation_reason: CANCEL_REASON },
    run: (call, params) =>
      cancelIntent(call, findNamed(call, "payment_intent"), params.cancellation_reason ?? null),
  }),
];
