import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/application_fees";

export const APPLICATION_FEE_ROUTES: Route[] = [
  route({
    method: "GET",
    path: COLLECTION,
    type: "ApplicationFeeListParams",
    params: { ...PAGING_BY_TIME, charge: text },
    run: (call, { charge, ...paging }) =>
      listObjects(call, "application_fee", { url: COLLECTION, paging, equals: { charge } }),
  }),
  route({
    method: "GET",
    path: `${COLLECTION}/{id}`,
    type: "ApplicationFeeRetrieveParams",
    params: {},
    run: (call) => findNamed(call, "application_fee"),
  }),
];
