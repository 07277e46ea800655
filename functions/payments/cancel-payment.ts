import { processorConfig } from "../../shared/config.ts";
import { cancelPayment as operation } from "../../shared/contract/payment-operations.ts";
import { cancelPayment } from "../../shared/flows/payments/cancel-payment.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  ({ merchant, parameter, ...request }) =>
    cancelPayment({ ...request, merchantId: merchant.merchantId, svcPaymentId: parameter("id") }),
  [processorConfig],
);
