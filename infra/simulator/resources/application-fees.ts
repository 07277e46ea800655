import { invalid } from "../http/api-error.ts";
import { integer, text } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import { type Route, route } from "./define-route.ts";
import { giveBack } from "./fee-collection.ts";
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
  route(
    `POST ${COLLECTION}/{id}/refunds`,
    "ApplicationFeeCreateRefundParams",
    { amount: integer },
    (call, params) => {
      const fee = findNamed(call, "application_fee");
      const left = fee.amount - fee.amount_refunded;
      const amount = params.amount ?? left;
      if (amount < 1 || amount > left) {
        throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on fee (${left})`, {
          param: "amount",
        });
      }
      return giveBack(call.within(idOf(fee.account)), fee, { id: call.newId("fr"), amount });
    },
  ),
];
