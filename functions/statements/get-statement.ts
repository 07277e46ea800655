import { getStatement as operation } from "../../shared/contract/statements.ts";
import { getStatement } from "../../shared/flows/statements/get-statement.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { statementView } from "../../shared/views/statement.ts";

export const handler = endpoint(operation, async ({ merchant, parameter }) =>
  statementView(await getStatement(merchant.merchantId, parameter("date"))),
);
