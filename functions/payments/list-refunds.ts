import { listRefunds as operation } from "../../shared/contract/refund-list.ts";
import { listRefunds } from "../../shared/flows/payments/list-refunds.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  ({ merchant: { merchantId }, parameter, query }) =>
    listRefunds({ merchantId, svcPaymentId: parameter("id") }, query),
  [processorConfig],
);
