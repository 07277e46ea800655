import { listStatements as operation } from "../../shared/contract/statements.ts";
import { listStatements } from "../../shared/flows/statements/list-statements.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { statementSummary } from "../../shared/views/statement.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, query }) => {
  const { items, ...page } = await listStatements(merchant.merchantId, query);
  return { ...page, items: items.map(statementSummary) };
});
