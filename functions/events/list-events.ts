import { listEvents as operation } from "../../shared/contract/events.ts";
import { eventSummary } from "../../shared/flows/event-view.ts";
import { listEvents } from "../../shared/flows/list-events.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { pageAnswer } from "../../shared/lambda/page-answer.ts";

export const handler = endpoint(operation, async ({ merchant, query, url }) => {
  const { items, ...page } = await listEvents(merchant.merchantId, query, query);
  return pageAnswer({ ...page, items: items.map(eventSummary) }, { url, query });
});
