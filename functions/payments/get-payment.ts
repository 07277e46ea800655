import { getPayment as operation } from "../../shared/contract/full-payment.ts";
import { isOperators } from "../../shared/domain/access/console-session.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { requirePaymentRecord, withTerms } from "../../shared/ledger/payments.ts";
import { fullPaymentFor } from "../../shared/views/full-payment.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter, scopes, session }) => {
  const record = await requirePaymentRecord(merchant.merchantId, parameter("id"));
  const reader = { seesDisputes: scopes.includes("finance:read"), isOperator: isOperators(session) };
  return fullPaymentFor(reader, withTerms(record));
});
