import type { DeliveryState } from "../../domain/events/event.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import { type EventQuery, listPaymentEvents, listEvents as listRecords } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { listMatching } from "../list-matching.ts";
import { findOwnEvent } from "./get-event.ts";

export type EventFilter = {
  type?: string | undefined;
  delivery?: DeliveryState | undefined;
  svcPaymentId?: string | undefined;
};

/** Type and delivery are in no index: they are searched page by page, up to a bound. */
export async function listEvents(
  merchantId: string,
  page: PageQuery,
  filter: EventFilter,
): Promise<Page<EventRecord>> {
  const { svcPaymentId } = filter;
  const { limit, startingAfter } = page;
  const after = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  const { items, hasMore, last, isCutShort } = await listMatching({
    list: (part) => listOwn(merchantId, svcPaymentId, part),
    matches: (event) => isAskedFor(event, filter),
    isSearch: filter.type !== undefined || filter.delivery !== undefined,
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

const isAskedFor = (event: EventRecord, { type, delivery }: EventFilter): boolean =>
  (!type || event.type === type) && (!delivery || event.delivery === delivery);

async function requireCursor(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = await findOwnEvent(merchantId, eventId);
  if (!event) throw unknownCursor("startingAfter must be the id of one of your events.");
  return event;
}
