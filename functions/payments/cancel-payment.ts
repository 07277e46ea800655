import { processorConfig } from "../../shared/config.ts";
import { cancelPayment as operation } from "../../shared/contract/payment-operations.ts";
import { OPERATIONS } from "../../shared/flows/payments/capture-refund-cancel.ts";
import { runOperation } from "../../shared/flows/payments/run-operation.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  ({ merchant, parameter, ...request }) =>
    runOperation(OPERATIONS.cancel, {
      ...request,
      merchantId: merchant.merchantId,
      svcPaymentId: parameter("id"),
    }),
  [processorConfig],
);
