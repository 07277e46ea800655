import type { DeliveryState } from "../../domain/event.ts";
import { Failure } from "../../domain/failure.ts";
import { isEventId } from "../../domain/id.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { unknownCursor } from "../../domain/page.ts";
import { type EventRecord, findEvent } from "../../ledger/events.ts";
import { listItems } from "../../ledger/lists.ts";

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
  const { items, hasMore } = await listItems<EventRecord>({
    ...(svcPaymentId
      ? { index: "events-by-payment", partition: svcPaymentId }
      : { index: "events-by-merchant", partition: merchantId }),
    limit: page.limit,
    before: page.startingAfter && (await sortOf(merchantId, page.startingAfter)),
  });
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

async function sortOf(merchantId: string, eventId: string): Promise<string> {
  const event = await findOwn(merchantId, eventId);
  if (!event) throw unknownCursor("There is no such event.");
  return event.eventSort;
}

/** Unknown and another merchant's cannot be told apart. */
export async function getEvent(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = await findOwn(merchantId, eventId);
  if (!event) throw new Failure("not_found", "There is no such event.");
  return event;
}

async function findOwn(merchantId: string, eventId: string): Promise<EventRecord | undefined> {
  const event = isEventId(eventId) ? await findEvent(eventId) : undefined;
  return event?.merchantId === merchantId ? event : undefined;
}
