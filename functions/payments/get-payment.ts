import { getPayment as operation } from "../../shared/contract/payment-fields.ts";
import { getPayment } from "../../shared/flows/payments/get-payment.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { paymentView } from "../../shared/views/payment.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter }) => {
  const payment = await getPayment(merchant.merchantId, parameter("id"));
  return { body: paymentView(payment), version: payment.publicVersion };
});
