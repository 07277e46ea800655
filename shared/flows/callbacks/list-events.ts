import { standingOf } from "../../domain/events/callback-endpoint.ts";
import { worstOf } from "../../domain/events/callback-health.ts";
import type { DeliveryState } from "../../domain/events/event.ts";
import { type Page, type PageQuery, unknownCursor } from "../../domain/page.ts";
import { findDelivery } from "../../ledger/attempts.ts";
import { listDeliveries } from "../../ledger/deliveries.ts";
import { findEvents, listPaymentEvents, listEvents as listRecords } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import type { ListedEvent } from "../../views/event.ts";
import { withDeliveries } from "../find-deliveries.ts";
import { listMatching } from "../list-matching.ts";
import { findOwnEvent } from "./get-event.ts";

export type EventFilter = {
  type?: string | undefined;
  delivery?: DeliveryState | undefined;
  svcPaymentId?: string | undefined;
  /** Of the events that this endpoint is told of, how they stand there. Absent: where they stand worst. */
  endpointId?: string | undefined;
};

type Own = Pick<Merchant, "merchantId" | "callbackEndpoints">;

/** `place`: where the list goes on after it. */
type Placed = ListedEvent & { place: string };

/** Type and delivery are in no index: they are searched page by page, up to a bound. */
export async function listEvents(
  merchant: Own,
  { limit, startingAfter }: PageQuery,
  filter: EventFilter,
): Promise<Page<ListedEvent>> {
  const { type, delivery, svcPaymentId, endpointId } = filter;
  const after = startingAfter ? await requireCursor(merchant.merchantId, startingAfter, filter) : undefined;
  const isOfEndpoint = endpointId !== undefined && svcPaymentId === undefined;
  const { items, hasMore, last, isCutShort } = await listMatching<Placed>({
    list: (page) =>
      isOfEndpoint ? listOfEndpoint(merchant, endpointId, page) : listOwn(merchant, filter, page),
    matches: ({ event, shown }) =>
      (!type || event.type === type) &&
      (!delivery || shown?.delivery === delivery) &&
      (!endpointId || (shown !== undefined && shown.delivery !== "none")),
    isSearch: [type, delivery, endpointId].some((asked) => asked !== undefined),
    limit,
    after,
  });
  const searchedTo = isCutShort ? { searchedTo: last?.event.receivedAt } : {};
  return { items, hasMore, lastId: last?.event.eventId, ...searchedTo };
}

type PageOf = { limit: number; after: Placed | undefined };

/** The endpoint's deliveries have an index of their own, and their events are read by key. */
async function listOfEndpoint(
  merchant: Own,
  endpointId: string,
  { limit, after }: PageOf,
): Promise<Page<Placed>> {
  const { items, hasMore } = await listDeliveries({ endpointId, before: after?.place }, limit);
  const own = items.filter(({ merchantId }) => merchantId === merchant.merchantId);
  const events = await findEvents(own.map(({ eventId }) => eventId));
  const placed = own.flatMap((delivery): Placed[] => {
    const event = events.get(delivery.eventId);
    return event ? [{ event, shown: standingOf(delivery, merchant), place: delivery.deliverySort }] : [];
  });
  // Another merchant's endpoint must look like one that was told of nothing.
  return { items: placed, hasMore: hasMore && own.length > 0 };
}

async function listOwn(
  merchant: Own,
  { svcPaymentId, endpointId }: EventFilter,
  { limit, after }: PageOf,
): Promise<Page<Placed>> {
  const page = { limit, after: after?.place };
  const { items, hasMore } = await (svcPaymentId
    ? listPaymentEvents(svcPaymentId, page)
    : listRecords(merchant.merchantId, page));
  // Another merchant's payment must look like one without events: no hint that there is more, no id to go on from.
  const own = items.filter((event) => event.merchantId === merchant.merchantId);
  const placed = (await withDeliveries(merchant, own)).map(({ event, deliveries }) => ({
    event,
    shown: worstOf(deliveries.filter((one) => !endpointId || one.endpointId === endpointId)),
    place: event.eventSort,
  }));
  return { items: placed, hasMore: hasMore && own.length > 0 };
}

/** A delivery has its event's first place; one that was never made would have had it. */
async function requireCursor(
  merchantId: string,
  eventId: string,
  { svcPaymentId, endpointId }: EventFilter,
): Promise<Placed> {
  const event: EventRecord | undefined = await findOwnEvent(merchantId, eventId);
  if (!event) throw unknownCursor("startingAfter must be the id of one of your events.");
  const isOfEndpoint = endpointId !== undefined && svcPaymentId === undefined;
  const delivery = isOfEndpoint ? await findDelivery(eventId, endpointId) : undefined;
  return { event, shown: undefined, place: delivery?.deliverySort ?? event.eventSort };
}
