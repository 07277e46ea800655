import { getOverview as operation } from "../../shared/contract/overview.ts";
import { getOverview } from "../../shared/flows/console/get-overview.ts";
import { sessionEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { overviewView } from "../../shared/views/overview.ts";

export const handler = sessionEndpoint(operation, async ({ merchant, query, at }) => ({
  answer: overviewView(await getOverview(merchant, Number(query.days), at), at),
}));
