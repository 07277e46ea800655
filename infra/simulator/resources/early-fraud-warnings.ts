import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/radar/early_fraud_warnings";

export const EARLY_FRAUD_WARNING_ROUTES: Route[] = [
  route(
    `GET ${COLLECTION}`,
    "Radar.EarlyFraudWarningListParams",
    { ...PAGING_BY_TIME, charge: text, payment_intent: text },
    (call, { charge, payment_intent, ...paging }) =>
      listObjects(call, "radar.early_fraud_warning", {
        url: COLLECTION,
        paging,
        equals: { charge, payment_intent },
      }),
  ),
  route(`GET ${COLLECTION}/{id}`, "Radar.EarlyFraudWarningRetrieveParams", {}, (call) =>
    findNamed(call, "radar.early_fraud_warning"),
  ),
];
