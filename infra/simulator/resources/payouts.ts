import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/payouts";

export const PAYOUT_ROUTES: Route[] = [
  route(
    `GET ${COLLECTION}`,
    "PayoutListParams",
    { ...PAGING_BY_TIME, status: text },
    (call, { status, ...paging }) =>
      listObjects(call, "payout", { url: COLLECTION, paging, equals: { status } }),
  ),
  route(`GET ${COLLECTION}/{id}`, "PayoutRetrieveParams", {}, (call) => findNamed(call, "payout")),
];
