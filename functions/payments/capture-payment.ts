import { capturePayment as operation } from "../../shared/contract/payment-operations.ts";
import { capturePayment } from "../../shared/flows/payments/capture-payment.ts";
import { moneyEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackQueueConfig, processorConfig } from "../../shared/runtime/config.ts";

export const handler = moneyEndpoint(
  operation,
  ({ parameter, ...request }) =>
    capturePayment({ ...request, merchantId: request.merchant.merchantId, svcPaymentId: parameter("id") }),
  [processorConfig, callbackQueueConfig],
);
