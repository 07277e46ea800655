import { getPaymentDetails as operation } from "../../shared/contract/payment-details.ts";
import { intentOf } from "../../shared/domain/payments/payment.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { requirePayment } from "../../shared/ledger/payments.ts";
import { fetchPaymentDetails } from "../../shared/processor/payment-details.ts";
import { processorConfig } from "../../shared/runtime/config.ts";
import { paymentDetailsView } from "../../shared/views/payment-details.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, parameter, scopes, session }) => {
    const payment = await requirePayment(merchant.merchantId, parameter("id"));
    const reader = {
      seesFees: scopes.includes("finance:read"),
      isOperator: session?.maker.kind === "operator",
    };
    return paymentDetailsView(reader, await fetchPaymentDetails(intentOf(payment)));
  },
  [processorConfig],
);
