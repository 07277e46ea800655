import { getPayment as operation } from "../../shared/contract/payment.ts";
import { getPayment } from "../../shared/flows/get-payment.ts";
import { paymentView } from "../../shared/flows/payment-view.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(operation, async ({ merchant, parameter }) => ({
  status: 200,
  body: paymentView(await getPayment(merchant.merchantId, parameter("id"))),
}));
