import { listPayments as operation } from "../../shared/contract/payment-lists.ts";
import { listPayments } from "../../shared/flows/list-payments.ts";
import { paymentView } from "../../shared/flows/payment-view.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { pageAnswer } from "../../shared/lambda/page-answer.ts";

export const handler = endpoint(operation, async ({ merchant, query, url }) => {
  const { items, ...page } = await listPayments(merchant.merchantId, query, query);
  return pageAnswer({ ...page, items: items.map(paymentView) }, { url, query });
});
