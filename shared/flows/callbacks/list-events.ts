import { FIRST_ENDPOINT_ID, standingOf } from "../../domain/events/callback-endpoint.ts";
import type { DeliveryState } from "../../domain/events/event.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import { findDeliveriesTo } from "../../ledger/deliveries.ts";
import { type EventQuery, listPaymentEvents, listEvents as listRecords } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { atWorstEndpoint, standingAs } from "../find-deliveries.ts";
import { listMatching } from "../list-matching.ts";
import { findOwnEvent } from "./get-event.ts";

export type EventFilter = {
  type?: string | undefined;
  delivery?: DeliveryState | undefined;
  svcPaymentId?: string | undefined;
  /** Of the events that this endpoint is told of, how they stand there. Absent: where they stand worst. */
  endpointId?: string | undefined;
};

type Own = Pick<Merchant, "merchantId" | "callback" | "further">;

/** Type, delivery and endpoint are in no index: they are searched page by page, up to a bound. */
export async function listEvents(
  merchant: Own,
  page: PageQuery,
  filter: EventFilter,
): Promise<Page<EventRecord>> {
  const { merchantId } = merchant;
  const { type, delivery, svcPaymentId, endpointId } = filter;
  const { limit, startingAfter } = page;
  const after = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  const { items, hasMore, last, isCutShort } = await listMatching({
    list: async (part) => {
      const found = await listOwn(merchantId, svcPaymentId, part);
      return { ...found, items: await atEndpoint(merchant, endpointId, found.items) };
    },
    matches: (event) => isAskedFor(event, filter),
    isSearch: [type, delivery, endpointId].some((asked) => asked !== undefined),
    limit,
    after,
  });
  return { items, hasMore, lastId: last?.eventId, ...(isCutShort && { searchedTo: last?.receivedAt }) };
}

async function listOwn(
  merchantId: string,
  svcPaymentId: string | undefined,
  page: EventQuery,
): Promise<Page<EventRecord>> {
  if (!svcPaymentId) return listRecords(merchantId, page);
  const { items, hasMore } = await listPaymentEvents(svcPaymentId, page);
  // Another merchant's payment must look like one without events: no hint that there is more, no id to go on from.
  const own = items.filter((event) => event.merchantId === merchantId);
  return { items: own, hasMore: hasMore && own.length > 0 };
}

const isAskedFor = (event: EventRecord, { type, delivery, endpointId }: EventFilter): boolean =>
  (!type || event.type === type) &&
  (!delivery || event.delivery === delivery) &&
  (!endpointId || event.delivery !== "none");

/** Deliveries to further endpoints lie beside their events, and are read in one call for a page. */
async function atEndpoint(
  merchant: Own,
  endpointId: string | undefined,
  events: EventRecord[],
): Promise<EventRecord[]> {
  if (endpointId === undefined) return atWorstEndpoint(merchant, events);
  if (endpointId === FIRST_ENDPOINT_ID) return events;
  const deliveries = await findDeliveriesTo(endpointId, events);
  const byEvent = new Map(deliveries.map((delivery) => [delivery.eventId, standingOf(delivery, merchant)]));
  return events.map((event) => standingAs(event, byEvent.get(event.eventId)));
}

async function requireCursor(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = await findOwnEvent(merchantId, eventId);
  if (!event) throw unknownCursor("startingAfter must be the id of one of your events.");
  return event;
}
