import { getStatement as operation } from "../../shared/contract/statements.ts";
import { getStatement } from "../../shared/flows/reconciliation/get-statement.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { statementView } from "../../shared/views/statement.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter }) =>
  statementView(await getStatement(merchant.merchantId, parameter("date"))),
);
