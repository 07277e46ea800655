import { getEvent as operation } from "../../shared/contract/events.ts";
import { seesExactEvents } from "../../shared/domain/access/api-key.ts";
import { getEvent } from "../../shared/flows/callbacks/get-event.ts";
import { withDeliveries } from "../../shared/flows/find-deliveries.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { readableBody } from "../../shared/ledger/events.ts";
import { eventView, eventViewFor, redactedEventView } from "../../shared/views/event.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter, session, preset }) => {
  const event = await getEvent(merchant.merchantId, parameter("id"));
  const [found] = await withDeliveries(merchant, [event]);
  const view = eventView(event, readableBody(event), found?.deliveries ?? []);
  if (session) return eventViewFor(session, view);
  return seesExactEvents(preset) ? view : redactedEventView(view);
});
