import { getPayment as operation } from "../../shared/contract/payment.ts";
import { getPayment } from "../../shared/flows/payments/get-payment.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { paymentView } from "../../shared/views/payment.ts";

export const handler = endpoint(operation, async ({ merchant, parameter }) =>
  paymentView(await getPayment(merchant.merchantId, parameter("id"))),
);
