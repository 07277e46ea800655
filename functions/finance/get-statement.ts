import { downloadMovements } from "../../shared/contract/movements.ts";
import * as contract from "../../shared/contract/statements.ts";
import { isOperators } from "../../shared/domain/access/console-session.ts";
import { getStatement } from "../../shared/flows/statements/list-statements.ts";
import { renderMovements } from "../../shared/flows/statements/render-movements.ts";
import { renderPayments } from "../../shared/flows/statements/render-statement-payments.ts";
import { readBalanceReport, withBalance } from "../../shared/flows/statements/report-balance.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { movementsFile } from "../../shared/views/movement.ts";
import * as views from "../../shared/views/statement.ts";

const get = consoleEndpoint(contract.getStatement, async ({ merchant, parameter }) =>
  views.statementView(await withBalance(await getStatement(merchant.merchantId, parameter("date")))),
);

const download = consoleEndpoint(contract.downloadStatementPayments, async (request) => {
  const statement = await getStatement(request.merchant.merchantId, request.parameter("date"));
  return renderPayments(statement, views.statementCsv(request.query, isOperators(request.session)));
});

const report = consoleEndpoint(contract.getBalanceReport, async ({ merchant, query, at }) =>
  views.balanceReportView(await readBalanceReport(merchant, query, at)),
);

const downloadReport = consoleEndpoint(contract.downloadBalanceReport, async ({ merchant, query, at }) =>
  views.balanceReportCsv(await readBalanceReport(merchant, query, at), query),
);

const movements = consoleEndpoint(downloadMovements, async ({ merchant, query, session, at }) =>
  renderMovements(merchant, query, movementsFile(query, isOperators(session), at)),
);

export const handler = byRoute([
  [contract.getStatement, get],
  [contract.downloadStatementPayments, download],
  [contract.getBalanceReport, report],
  [contract.downloadBalanceReport, downloadReport],
  [downloadMovements, movements],
]);
