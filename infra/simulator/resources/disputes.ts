import { boolean, object, text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { closeDispute, submitEvidence } from "./dispute-course.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/disputes";
const UPDATE_PARAMS = { evidence: object({ uncategorized_text: text }), submit: boolean };

export const DISPUTE_ROUTES: Route[] = [
  route(
    `GET ${COLLECTION}`,
    "DisputeListParams",
    { ...PAGING_BY_TIME, charge: text, payment_intent: text },
    (call, { charge, payment_intent, ...paging }) =>
      listObjects(call, "dispute", { url: COLLECTION, paging, equals: { charge, payment_intent } }),
  ),
  route(`GET ${COLLECTION}/{id}`, "DisputeRetrieveParams", {}, (call) => findNamed(call, "dispute")),
  route(
    `POST ${COLLECTION}/{id}`,
    "DisputeUpdateParams",
    UPDATE_PARAMS,
    (call, { evidence, submit = true }) => {
      const dispute = findNamed(call, "dispute");
      const said = evidence?.uncategorized_text;
      return said !== undefined && submit ? submitEvidence(call, dispute, said) : dispute;
    },
  ),
  route(`POST ${COLLECTION}/{id}/close`, "DisputeCloseParams", {}, (call) =>
    closeDispute(call, findNamed(call, "dispute")),
  ),
];
