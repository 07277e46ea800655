import { getEvent as operation } from "../../shared/contract/events.ts";
import { getEvent } from "../../shared/flows/callbacks/list-events.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { eventBody } from "../../shared/ledger/event-record.ts";
import { eventView, eventViewFor } from "../../shared/views/event.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter, session }) => {
  const event = await getEvent(merchant.merchantId, parameter("id"));
  const rawBody = eventBody(event);
  return session ? eventViewFor(session, event, rawBody) : eventView(event, rawBody);
});
