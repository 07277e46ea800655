import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/balance_transactions";

export const BALANCE_TRANSACTION_ROUTES: Route[] = [
  route({
    method: "GET",
    path: COLLECTION,
    type: "BalanceTransactionListParams",
    params: { ...PAGING_BY_TIME, currency: text, payout: text, source: text, type: text },
    run: (call, { currency, payout, source, type, ...paging }) =>
      listObjects(call, "balance_transaction", {
        url: COLLECTION,
        paging,
        equals: { currency, payout, source, type },
      }),
  }),
  route({
    method: "GET",
    path: `${COLLECTION}/{id}`,
    type: "BalanceTransactionRetrieveParams",
    params: {},
    run: (call) => findNamed(call, "balance_transaction"),
  }),
];
