import type Stripe from "stripe";
import { integer, oneOf, type Read, required, type ShapeOf, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { cancelPayout, sendPayout } from "./payout-course.ts";

const COLLECTION = "/v1/payouts";
const CREATE_PARAMS = {
  amount: integer,
  currency: text,
  method: oneOf("standard", "instant"),
} satisfies ShapeOf<Stripe.PayoutCreateParams>;

function createPayout(call: Call, params: Read<typeof CREATE_PARAMS>): Stripe.Payout {
  return sendPayout(call, {
    amount: required(params.amount, "amount"),
    currency: required(params.currency, "currency"),
    automatic: false,
    method: params.method ?? "standard",
  });
}

export const PAYOUT_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "PayoutCreateParams", CREATE_PARAMS, createPayout),
  route(
    `GET ${COLLECTION}`,
    "PayoutListParams",
    { ...PAGING_BY_TIME, status: text },
    (call, { status, ...paging }) =>
      listObjects(call, "payout", { url: COLLECTION, paging, equals: { status } }),
  ),
  route(`GET ${COLLECTION}/{id}`, "PayoutRetrieveParams", {}, (call) => findNamed(call, "payout")),
  route(`POST ${COLLECTION}/{id}/cancel`, "PayoutCancelParams", {}, (call) =>
    cancelPayout(call, findNamed(call, "payout")),
  ),
];
