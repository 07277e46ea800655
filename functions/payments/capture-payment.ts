import { processorConfig } from "../../shared/config.ts";
import { capturePayment as operation } from "../../shared/contract/payment-operations.ts";
import { capturePayment } from "../../shared/flows/payments/capture-payment.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  ({ merchant, parameter, ...request }) =>
    capturePayment({ ...request, merchantId: merchant.merchantId, svcPaymentId: parameter("id") }),
  [processorConfig],
);
