import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/application_fees";

export const APPLICATION_FEE_ROUTES: Route[] = [
  route(
    `GET ${COLLECTION}`,
    "ApplicationFeeListParams",
    { ...PAGING_BY_TIME, charge: text },
    (call, { charge, ...paging }) =>
      listObjects(call, "application_fee", { url: COLLECTION, paging, equals: { charge } }),
  ),
  route(`GET ${COLLECTION}/{id}`, "ApplicationFeeRetrieveParams", {}, (call) =>
    findNamed(call, "application_fee"),
  ),
];
