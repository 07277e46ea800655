import { listRefunds as operation } from "../../shared/contract/refund-list.ts";
import { listRefunds } from "../../shared/flows/payments/list-refunds.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { processorConfig } from "../../shared/runtime/config.ts";
import { refundView } from "../../shared/views/refund.ts";

export const handler = endpoint(
  operation,
  async ({ merchant: { merchantId }, parameter, query }) => {
    const { items, ...page } = await listRefunds({ merchantId, svcPaymentId: parameter("id") }, query);
    return { ...page, items: items.map(refundView) };
  },
  [processorConfig],
);
