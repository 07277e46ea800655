import { getPaymentDetails } from "../../shared/contract/payment-details.ts";
import { sendReceipt as receipt } from "../../shared/contract/receipt.ts";
import { isOperators } from "../../shared/domain/access/console-session.ts";
import { intentOf } from "../../shared/domain/payments/payment.ts";
import { sendReceipt } from "../../shared/flows/payments/send-receipt.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { requirePayment } from "../../shared/ledger/payments.ts";
import { fetchPaymentDetails } from "../../shared/processor/payment-details.ts";
import { processorConfig } from "../../shared/runtime/config.ts";
import { paymentDetailsView } from "../../shared/views/payment-details.ts";

const get = consoleEndpoint(
  getPaymentDetails,
  async ({ merchant, parameter, scopes, session }) => {
    const payment = await requirePayment(merchant.merchantId, parameter("id"));
    const reader = { seesFees: scopes.includes("finance:read"), isOperator: isOperators(session) };
    return paymentDetailsView(reader, await fetchPaymentDetails(intentOf(payment)));
  },
  [processorConfig],
);

const send = consoleEndpoint(
  receipt,
  ({ merchant, parameter, body, session, change }) => {
    const sent = { svcPaymentId: parameter("id"), email: body.email, audited: session && change };
    return sendReceipt(merchant.merchantId, sent);
  },
  [processorConfig],
);

export const handler = byRoute([
  [getPaymentDetails, get],
  [receipt, send],
]);
