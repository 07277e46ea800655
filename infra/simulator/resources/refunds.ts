import { mergeMetadata, metadata } from "../http/metadata.ts";
import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { REFUND_PARAMS } from "./refund-checks.ts";
import { createRefund } from "./refund-create.ts";
import { cancelRefund } from "./refund-outcome.ts";

const COLLECTION = "/v1/refunds";

export const REFUND_ROUTES: Route[] = [
  route({
    method: "POST",
    path: COLLECTION,
    type: "RefundCreateParams",
    params: REFUND_PARAMS,
    run: createRefund,
  }),
  route({
    method: "GET",
    path: COLLECTION,
    type: "RefundListParams",
    params: { ...PAGING_BY_TIME, charge: text, payment_intent: text },
    run: (call, { charge, payment_intent, ...paging }) =>
      listObjects(call, "refund", { url: COLLECTION, paging, equals: { charge, payment_intent } }),
  }),
  route({
    method: "GET",
    path: `${COLLECTION}/{id}`,
    type: "RefundRetrieveParams",
    params: {},
    run: (call) => findNamed(call, "refund"),
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}`,
    type: "RefundUpdateParams",
    params: { metadata },
    run: (call, params) => {
      const refund = findNamed(call, "refund");
      refund.metadata = mergeMetadata(refund.metadata ?? {}, params.metadata);
      call.emit("refund.updated", call.save(refund));
      return refund;
    },
  }),
  route({
    method: "POST",
    path: `${COLLECTION}/{id}/cancel`,
    type: "RefundCancelParams",
    params: {},
    run: (call) => cancelRefund(call, findNamed(call, "refund")),
  }),
];
