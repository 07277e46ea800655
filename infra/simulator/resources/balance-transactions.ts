import type Stripe from "stripe";
import { type Read, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed, findOwn } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { itemIdOf } from "./payout-items.ts";

const COLLECTION = "/v1/balance_transactions";
const LIST_PARAMS = { ...PAGING_BY_TIME, currency: text, payout: text, source: text, type: text };

function listTransactions(
  call: Call,
  { currency, payout, source, type, ...paging }: Read<typeof LIST_PARAMS>,
): Stripe.ApiList<Stripe.BalanceTransaction> {
  const equals = { currency, source, type };
  const page =
    payout === undefined
      ? listObjects(call, "balance_transaction", { url: COLLECTION, paging, equals })
      : listPaidOut(call, paging, { ...equals, payout });
  return { ...page, data: page.data.map((line) => asOfNow(call, line)) };
}

/** Fact P2: what is in a payout, and its own line with it. A cursor names a transaction. */
function listPaidOut(
  call: Call,
  paging: Read<typeof PAGING_BY_TIME>,
  equals: Record<string, string | undefined>,
): Stripe.ApiList<Stripe.BalanceTransaction> {
  const { starting_after: after } = paging;
  const cursor = { ...paging, starting_after: after === undefined ? undefined : itemIdOf(after) };
  const { data, ...page } = listObjects(call, "payout_item", { url: COLLECTION, paging: cursor, equals });
  return {
    ...page,
    data: data.map(({ transaction }) => findOwn(call, "balance_transaction", transaction)),
  };
}

const asOfNow = (call: Call, line: Stripe.BalanceTransaction): Stripe.BalanceTransaction => ({
  ...line,
  status: line.available_on <= call.nowSeconds ? "available" : "pending",
});

export const BALANCE_TRANSACTION_ROUTES: Route[] = [
  route(`GET ${COLLECTION}`, "BalanceTransactionListParams", LIST_PARAMS, listTransactions),
  route(`GET ${COLLECTION}/{id}`, "BalanceTransactionRetrieveParams", {}, (call) =>
    asOfNow(call, findNamed(call, "balance_transaction")),
  ),
];
