import { listStatements as operation } from "../../shared/contract/statements.ts";
import { listStatements } from "../../shared/flows/statements/get-statement.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { statementSummary } from "../../shared/views/statement.ts";

export const handler = endpoint(operation, async ({ merchant, query }) => {
  const { items, ...page } = await listStatements(merchant.merchantId, query);
  return { ...page, items: items.map(statementSummary) };
});
