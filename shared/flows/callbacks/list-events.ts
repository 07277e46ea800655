import { FIRST_ENDPOINT_ID, standingOf } from "../../domain/events/callback-endpoint.ts";
import type { DeliveryState } from "../../domain/events/event.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import { findDeliveriesTo } from "../../ledger/deliveries.ts";
import { type EventQuery, listPaymentEvents, listEvents as listRecords } from "../../ledger/event-lists.ts";
import type { DeliveryRecord, EventRecord } from "../../ledger/event-record.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listMatching } from "../list-matching.ts";
import { findOwnEvent } from "./get-event.ts";

export type EventFilter = {
  type?: string | undefined;
  delivery?: DeliveryState | undefined;
  svcPaymentId?: string | undefined;
  /** Of the events that this endpoint is told of, how they stand there. */
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
    list: async (part) => atEndpoint(merchant, endpointId, await listOwn(merchantId, svcPaymentId, part)),
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

/** A further endpoint's deliveries lie beside their events: those that it is told of are read, in one call for a page. */
async function atEndpoint(
  merchant: Own,
  endpointId: string | undefined,
  page: Page<EventRecord>,
): Promise<Page<EventRecord>> {
  if (endpointId === undefined || endpointId === FIRST_ENDPOINT_ID) return page;
  const deliveries = await findDeliveriesTo(endpointId, page.items);
  const byEvent = new Map(deliveries.map((delivery) => [delivery.eventId, standingOf(delivery, merchant)]));
  return { ...page, items: page.items.map((event) => standingAs(event, byEvent.get(event.eventId))) };
}

const standingAs = (event: EventRecord, delivery: DeliveryRecord | undefined): EventRecord => {
  const { nextAttemptAt: _first, ...rest } = event;
  if (!delivery) return { ...rest, delivery: "none" };
  const { attempts, log, nextAttemptAt } = delivery;
  return { ...rest, delivery: delivery.delivery, attempts, log, ...(nextAttemptAt && { nextAttemptAt }) };
};

async function requireCursor(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = await findOwnEvent(merchantId, eventId);
  if (!event) throw unknownCursor("startingAfter must be the id of one of your events.");
  return event;
}
