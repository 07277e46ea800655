import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { REFUND_PARAMS } from "./refund-checks.ts";
import { createRefund } from "./refund-create.ts";
import { cancelRefund } from "./refund-outcome.ts";

const COLLECTION = "/v1/refunds";

export const REFUND_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "RefundCreateParams", REFUND_PARAMS, createRefund),
  route(
    `GET ${COLLECTION}`,
    "RefundListParams",
    { ...PAGING_BY_TIME, charge: text, payment_intent: text },
    (call, { charge, payment_intent, ...paging }) =>
      listObjects(call, "refund", { url: COLLECTION, paging, equals: { charge, payment_intent } }),
  ),
  route(`GET ${COLLECTION}/{id}`, "RefundRetrieveParams", {}, (call) => findNamed(call, "refund")),
  route(`POST ${COLLECTION}/{id}/cancel`, "RefundCancelParams", {}, (call) =>
    cancelRefund(call, findNamed(call, "refund")),
  ),
];
