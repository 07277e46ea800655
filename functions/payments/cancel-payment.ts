import { processorConfig } from "../../shared/config.ts";
import { cancelPayment as operation } from "../../shared/contract/payment-operations.ts";
import { OPERATIONS } from "../../shared/flows/payments/capture-refund-cancel.ts";
import { runOperation } from "../../shared/flows/payments/run-operation.ts";
import { moneyEndpoint } from "../../shared/lambda/money-endpoint.ts";

export const handler = moneyEndpoint(
  operation,
  ({ merchant, parameter, ...request }) =>
    runOperation(OPERATIONS.cancel, {
      ...request,
      merchantId: merchant.merchantId,
      svcPaymentId: parameter("id"),
    }),
  [processorConfig],
);
