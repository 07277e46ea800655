import { listEvents as operation } from "../../shared/contract/events.ts";
import { listEvents } from "../../shared/flows/callbacks/list-events.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { eventSummary } from "../../shared/views/event.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, query }) => {
  const { items, ...page } = await listEvents(merchant.merchantId, query, query);
  return { ...page, items: items.map(eventSummary) };
});
