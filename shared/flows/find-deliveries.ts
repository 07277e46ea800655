import { standingOf } from "../domain/events/callback-endpoint.ts";
import { findDeliveriesOf } from "../ledger/deliveries.ts";
import type { DeliveryStanding, EventRecord } from "../ledger/events.ts";
import type { Merchant } from "../ledger/merchants.ts";

type DeliveredEvent = { event: EventRecord; deliveries: DeliveryStanding[] };

/**
 * Each event's deliveries as they stand, all in one batch; events that name no endpoint cost no read. What an unfinished
 * event names is on its way, made or not.
 */
export async function withDeliveries(
  merchant: Pick<Merchant, "callbackEndpoints">,
  events: EventRecord[],
): Promise<DeliveredEvent[]> {
  const found = Map.groupBy(await findDeliveriesOf(events), ({ eventId }) => eventId);
  return events.map((event) => {
    const made: DeliveryStanding[] = found.get(event.eventId) ?? [];
    const unmade = (event.endpoints ?? []).filter(
      (id) => event.finishedAt === undefined && made.every(({ endpointId }) => endpointId !== id),
    );
    const deliveries = [...made, ...unmade.map(notMadeYet)];
    return { event, deliveries: deliveries.map((delivery) => standingOf(delivery, merchant)) };
  });
}

const notMadeYet = (endpointId: string): DeliveryStanding => ({
  endpointId,
  delivery: "pending",
  deliveryRound: 1,
  attempts: 0,
  log: [],
});
