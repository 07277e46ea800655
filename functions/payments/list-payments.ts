import { processorConfig } from "../../shared/config.ts";
import { listPayments as operation } from "../../shared/contract/payment-lists.ts";
import { listPayments } from "../../shared/flows/payments/list-payments.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { paymentListItem } from "../../shared/views/payment.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, query }) => {
    const { items, ...page } = await listPayments(merchant, query, query);
    return { ...page, items: items.map(paymentListItem) };
  },
  [processorConfig],
);
