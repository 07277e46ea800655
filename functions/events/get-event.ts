import { getEvent as operation } from "../../shared/contract/events.ts";
import { seesExactEvents } from "../../shared/domain/access/preset.ts";
import { standingOf } from "../../shared/domain/events/callback-endpoint.ts";
import { getEvent } from "../../shared/flows/callbacks/get-event.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { findDeliveriesOf } from "../../shared/ledger/deliveries.ts";
import { readableBody } from "../../shared/ledger/event-record.ts";
import { eventView, eventViewFor, redactedEventView } from "../../shared/views/event.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter, session, preset }) => {
  const event = await getEvent(merchant.merchantId, parameter("id"));
  const deliveries = await findDeliveriesOf(event);
  const standing = deliveries.map((delivery) => standingOf(delivery, merchant));
  const view = eventView(event, readableBody(event), standing);
  if (session) return eventViewFor(session, view);
  return seesExactEvents(preset) ? view : redactedEventView(view);
});
