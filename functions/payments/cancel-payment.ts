import { cancelPayment as operation } from "../../shared/contract/payment-operations.ts";
import { cancelPayment } from "../../shared/flows/payments/cancel-payment.ts";
import { moneyEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackQueueConfig, processorConfig } from "../../shared/runtime/config.ts";

export const handler = moneyEndpoint(
  operation,
  ({ parameter, ...request }) =>
    cancelPayment({ ...request, merchantId: request.merchant.merchantId, svcPaymentId: parameter("id") }),
  [processorConfig, callbackQueueConfig],
);
