import { chargePayment as operation } from "../../shared/contract/charge-payment.ts";
import { chargePayment } from "../../shared/flows/payments/charge-payment.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackQueueConfig, processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  ({ parameter, baseUrl, ...request }) =>
    chargePayment({
      ...request,
      merchantId: request.merchant.merchantId,
      svcPaymentId: parameter("id"),
      baseUrl: baseUrl(),
    }),
  [processorConfig, callbackQueueConfig],
);
