import type { DeliveryState } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import { isEventId } from "../../domain/id.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import { listPaymentEvents, listEvents as listRecords } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import { findEvent } from "../../ledger/events.ts";

export type EventFilter = {
  type?: string | undefined;
  delivery?: DeliveryState | undefined;
  svcPaymentId?: string | undefined;
};

/**
 * One query per page. Filters beside the payment are applied to what the page holds, so a page may be short while
 * there is more behind it; the last key of the page, shown or not, is where the next one begins.
 */
export async function listEvents(
  merchantId: string,
  page: PageQuery,
  filter: EventFilter,
): Promise<Page<EventRecord>> {
  const { svcPaymentId } = filter;
  const { limit, startingAfter } = page;
  const after = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  const { items, hasMore } = svcPaymentId
    ? await listPaymentEvents(svcPaymentId, { limit, after })
    : await listRecords(merchantId, { limit, after });
  // Another merchant's payment must look like one without events: no hint that there is more, no id to go on from.
  const own = items.filter((event) => event.merchantId === merchantId);
  return {
    items: own.filter((event) => matches(event, filter)),
    hasMore: hasMore && own.length > 0,
    lastId: own.at(-1)?.eventId,
  };
}

function matches(event: EventRecord, { type, delivery }: EventFilter): boolean {
  return (!type || event.type === type) && (!delivery || event.delivery === delivery);
}

async function requireCursor(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = await findOwn(merchantId, eventId);
  if (!event) throw unknownCursor("There is no such event.");
  return event;
}

/** Unknown and another merchant's cannot be told apart. */
export async function getEvent(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = await findOwn(merchantId, eventId);
  if (!event) throw new Failure("not_found", "There is no such event.");
  return event;
}

/** For operators, who may see every merchant's. */
export async function getAnyEvent(eventId: string): Promise<EventRecord> {
  const event = await findEvent(eventId);
  if (!event) throw new Failure("not_found", `There is no event ${eventId}.`);
  return event;
}

async function findOwn(merchantId: string, eventId: string): Promise<EventRecord | undefined> {
  const event = isEventId(eventId) ? await findEvent(eventId) : undefined;
  return event?.merchantId === merchantId ? event : undefined;
}
