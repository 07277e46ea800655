import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { extendedLife } from "../domain/events/event.ts";
import { getItem, type WriteOutcome } from "./client.ts";
import { dueIn } from "./due.ts";
import type { CallbackRecord, DeliveryRecord, EventRecord } from "./event-record.ts";
import { absentOr, appended, below, lacks, NOT_ERASED, RECORDED, UNSEEN } from "./expressions.ts";
import { putItem, updateItem } from "./items.ts";
import { findAll } from "./lists.ts";
import { deliveryKey, eventKey } from "./table.ts";

/*
 * Deliveries to further endpoints: one item for each event and endpoint, beside the event, whose bytes they send. A
 * delivery is in no list of events. The writes of ledger/attempts.ts and ledger/events.ts move it along.
 */

/** On the due list from this write on. If there is one already, that one is answered. */
export function createDelivery(
  event: EventRecord,
  endpointId: string,
  at: number,
): Promise<WriteOutcome<DeliveryRecord>> {
  const { eventId, type, merchantId, svcPaymentId, traceId, receivedAt, expiresAt } = event;
  const key = deliveryKey(eventId, endpointId);
  const delivery: DeliveryRecord = {
    ...key,
    eventId,
    endpointId,
    type,
    merchantId,
    svcPaymentId,
    traceId,
    receivedAt,
    expiresAt,
    delivery: "pending",
    generation: 1,
    attempts: 0,
    log: [],
    finishedAt: at,
    enqueuedAt: at,
    ...dueIn(key, at, FIRST_VISIT_MS.event),
  };
  return putItem(delivery, UNSEEN);
}

export const findDelivery = (eventId: string, endpointId: string): Promise<DeliveryRecord | undefined> =>
  getItem(deliveryKey(eventId, endpointId));

/** To one endpoint, of those events that it is told of. */
export const findDeliveriesTo = (endpointId: string, events: EventRecord[]): Promise<DeliveryRecord[]> =>
  findDeliveriesToAny([endpointId], events);

/** To these endpoints, of those events that they are told of. Where there are none of these it costs no read. */
export const findDeliveriesToAny = (
  endpointIds: readonly string[],
  events: Pick<EventRecord, "eventId" | "endpoints">[],
): Promise<DeliveryRecord[]> =>
  findAll(
    events.flatMap(({ eventId, endpoints = [] }) =>
      endpoints
        .filter((endpointId) => endpointIds.includes(endpointId))
        .map((endpointId) => deliveryKey(eventId, endpointId)),
    ),
  );

/** Many at once: to the first endpoint, or to a named one. Those that are gone are left out. */
export const findAllCallbacks = (
  asked: { eventId: string; endpointId?: string | undefined }[],
): Promise<CallbackRecord[]> =>
  findAll(
    asked.map(({ eventId, endpointId }) =>
      endpointId ? deliveryKey(eventId, endpointId) : eventKey(eventId),
    ),
  );

/** To every further endpoint. An event that has none costs no read. */
export const findDeliveriesOf = ({
  eventId,
  endpoints = [],
}: Pick<EventRecord, "eventId" | "endpoints">): Promise<DeliveryRecord[]> =>
  findAll(endpoints.map((endpointId) => deliveryKey(eventId, endpointId)));

/** An endpoint that did not choose the event is told of it on request. The event names all of its deliveries. */
export async function addEndpoint({ eventId, ...event }: EventRecord, endpointId: string): Promise<void> {
  if (event.endpoints?.includes(endpointId)) return;
  await updateItem<EventRecord>(eventKey(eventId), {
    set: { endpoints: appended(endpointId) },
    onlyIf: [RECORDED, NOT_ERASED, { endpoints: absentOr(lacks(endpointId)) }],
  });
}

/** The event has the bytes: it must live as long as a delivery that is sent again. */
export async function keepEventFor(delivery: CallbackRecord, at: number): Promise<void> {
  const expiresAt = extendedLife(delivery, at);
  if (expiresAt === delivery.expiresAt) return;
  await updateItem<EventRecord>(eventKey(delivery.eventId), {
    set: { expiresAt },
    onlyIf: [RECORDED, { expiresAt: below(expiresAt) }],
  });
}
