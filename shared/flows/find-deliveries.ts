import { furtherEndpointsOf } from "../domain/events/callback-endpoint.ts";
import { worstOf } from "../domain/events/worst-delivery.ts";
import { findDeliveriesToAny } from "../ledger/deliveries.ts";
import type { CallbackRecord, DeliveryRecord, EventRecord } from "../ledger/event-record.ts";
import type { Merchant } from "../ledger/merchants.ts";

type WithEndpoints = Pick<Merchant, "further">;

/**
 * Each event's deliveries to the merchant's further endpoints, in one batch. What was sent to an endpoint that was deleted
 * since is left out: it cannot be sent again. A merchant with one endpoint costs no read.
 */
export async function withDeliveries<E extends Pick<EventRecord, "eventId" | "endpoints">>(
  merchant: WithEndpoints,
  events: E[],
): Promise<{ event: E; deliveries: DeliveryRecord[] }[]> {
  const endpointIds = furtherEndpointsOf(merchant).map(({ endpointId }) => endpointId);
  const found = Map.groupBy(await findDeliveriesToAny(endpointIds, events), ({ eventId }) => eventId);
  return events.map((event) => ({ event, deliveries: found.get(event.eventId) ?? [] }));
}

/** The events, each as it stands at the endpoint where it stands worst. */
export async function atWorstEndpoint(
  merchant: WithEndpoints,
  events: EventRecord[],
): Promise<EventRecord[]> {
  const all = await withDeliveries(merchant, events);
  return all.map(({ event, deliveries }) => standingAs(event, worstOf<CallbackRecord>(event, deliveries)));
}

/** The event as it stands at one endpoint; without a callback there it was not sent. */
export function standingAs(event: EventRecord, callback: CallbackRecord | undefined): EventRecord {
  if (event === callback) return event;
  const { nextAttemptAt: _first, ...rest } = event;
  if (!callback) return { ...rest, delivery: "none" };
  const { delivery, generation, attempts, log, nextAttemptAt, endpointId } = callback;
  return {
    ...rest,
    ...{ delivery, generation, attempts, log },
    ...(nextAttemptAt && { nextAttemptAt }),
    ...(endpointId && { endpointId }),
  };
}
