import { getEvent as operation } from "../../shared/contract/events.ts";
import { eventView } from "../../shared/flows/event-view.ts";
import { getEvent } from "../../shared/flows/list-events.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(operation, async ({ merchant, parameter }) => ({
  status: 200,
  body: eventView(await getEvent(merchant.merchantId, parameter("id"))),
}));
