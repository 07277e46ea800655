import type Stripe from "stripe";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { SEARCH_PARAMS, searchObjects } from "./search.ts";

const COLLECTION = "/v1/charges";
const SEARCH = `${COLLECTION}/search`;

export const CHARGE_ROUTES: Route[] = [
  route(
    `GET ${COLLECTION}`,
    "ChargeListParams",
    { ...PAGING_BY_TIME, customer: text, payment_intent: text },
    (call, { customer, payment_intent, ...paging }) =>
      listObjects(call, "charge", { url: COLLECTION, paging, equals: { customer, payment_intent } }),
  ),
  // Before the route of one charge, whose id could be called "search".
  route(`GET ${SEARCH}`, "ChargeSearchParams", SEARCH_PARAMS, (call, params) =>
    searchObjects(call, "charge", { ...params, url: SEARCH }),
  ),
  route(`GET ${COLLECTION}/{id}`, "ChargeRetrieveParams", {}, (call) => findNamed(call, "charge")),
  route(
    `POST ${COLLECTION}/{id}`,
    "ChargeUpdateParams",
    { description: text, metadata, receipt_email: text },
    (call, params) => {
      const charge = findNamed(call, "charge");
      const changed: Stripe.Charge = {
        ...charge,
        description: params.description ?? charge.description,
        metadata: mergeMetadata(charge.metadata, params.metadata),
        receipt_email: params.receipt_email ?? charge.receipt_email,
      };
      call.emit("charge.updated", call.save(changed));
      return changed;
    },
  ),
];
