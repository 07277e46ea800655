import { getEvent as operation } from "../../shared/contract/events.ts";
import { getEvent } from "../../shared/flows/callbacks/list-events.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { eventView } from "../../shared/views/event.ts";

export const handler = endpoint(operation, async ({ merchant, parameter }) =>
  eventView(await getEvent(merchant.merchantId, parameter("id"))),
);
