import { listLocations as operation } from "../../shared/contract/terminal.ts";
import { connectedAccountId } from "../../shared/flows/connected-account.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { pageAnswer } from "../../shared/lambda/page-answer.ts";
import { listLocations } from "../../shared/processor/terminal.ts";

export const handler = endpoint(operation, async ({ merchant, query, url }) =>
  pageAnswer(await listLocations({ ...query, accountId: connectedAccountId(merchant) }), { url, query }),
);
