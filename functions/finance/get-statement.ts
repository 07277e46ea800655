import { downloadStatementPayments, getStatement as operation } from "../../shared/contract/statements.ts";
import { getStatement } from "../../shared/flows/reconciliation/get-statement.ts";
import { renderPayments } from "../../shared/flows/reconciliation/render-statement-payments.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { STATEMENT_CSV, statementView } from "../../shared/views/statement.ts";

const get = consoleEndpoint(operation, async ({ merchant, parameter }) =>
  statementView(await getStatement(merchant.merchantId, parameter("date"))),
);

const download = consoleEndpoint(downloadStatementPayments, async ({ merchant, parameter }) =>
  renderPayments(await getStatement(merchant.merchantId, parameter("date")), STATEMENT_CSV),
);

export const handler = byRoute([
  [operation, get],
  [downloadStatementPayments, download],
]);
