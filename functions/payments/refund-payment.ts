import { processorConfig } from "../../shared/config.ts";
import { refundPayment as operation } from "../../shared/contract/payment-operations.ts";
import { refundPayment } from "../../shared/flows/payments/refund-payment.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  ({ merchant, parameter, ...request }) =>
    refundPayment({ ...request, merchantId: merchant.merchantId, svcPaymentId: parameter("id") }),
  [processorConfig],
);
