import { downloadMovements } from "../../shared/contract/movements.ts";
import { downloadStatementPayments, getStatement as operation } from "../../shared/contract/statements.ts";
import { getStatement } from "../../shared/flows/reconciliation/get-statement.ts";
import { renderMovements } from "../../shared/flows/reconciliation/render-movements.ts";
import { renderPayments } from "../../shared/flows/reconciliation/render-statement-payments.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { movementsFile } from "../../shared/views/movement.ts";
import { statementCsv, statementView } from "../../shared/views/statement.ts";

const get = consoleEndpoint(operation, async ({ merchant, parameter }) =>
  statementView(await getStatement(merchant.merchantId, parameter("date"))),
);

const download = consoleEndpoint(downloadStatementPayments, async ({ merchant, parameter, query }) =>
  renderPayments(await getStatement(merchant.merchantId, parameter("date")), statementCsv(query)),
);

const movements = consoleEndpoint(downloadMovements, async ({ merchant, query, session, at }) =>
  renderMovements(merchant, query, movementsFile(query, session?.maker.kind === "operator", at)),
);

export const handler = byRoute([
  [operation, get],
  [downloadStatementPayments, download],
  [downloadMovements, movements],
]);
