import { refundPayment as operation } from "../../shared/contract/payment-operations.ts";
import { refundPayment } from "../../shared/flows/payments/refund-payment.ts";
import { moneyEndpoint } from "../../shared/lambda/money-endpoint.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

export const handler = moneyEndpoint(
  operation,
  ({ parameter, ...request }) =>
    refundPayment({ ...request, merchantId: request.merchant.merchantId, svcPaymentId: parameter("id") }),
  [processorConfig],
);
