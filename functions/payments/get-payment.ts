import { getPayment as operation } from "../../shared/contract/payment-fields.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { requirePayment } from "../../shared/ledger/payments.ts";
import { paymentView } from "../../shared/views/payment.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter }) => {
  const payment = await requirePayment(merchant.merchantId, parameter("id"));
  return { body: paymentView(payment), version: payment.publicVersion };
});
