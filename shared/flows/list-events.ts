import type { DeliveryState } from "../domain/event.ts";
import { Failure } from "../domain/failure.ts";
import type { Page, PageQuery } from "../domain/page.ts";
import { type EventRecord, findEvent } from "../ledger/events.ts";
import { listItems } from "../ledger/lists.ts";
import { DEAD_SHARDS } from "../ledger/table.ts";

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
): Promise<Page<EventRecord> & { lastId?: string | undefined }> {
  const after = page.startingAfter ? await getEvent(merchantId, page.startingAfter) : undefined;
  const { svcPaymentId } = filter;
  const { items, hasMore } = await listItems<EventRecord>({
    ...(svcPaymentId
      ? { index: "events-by-payment", partition: svcPaymentId }
      : { index: "events-by-merchant", partition: merchantId }),
    limit: page.limit,
    before: after?.eventSort,
  });
  const matching = items.filter((event) => event.merchantId === merchantId && matches(event, filter));
  return { items: matching, hasMore, lastId: items.at(-1)?.eventId };
}

function matches(event: EventRecord, { type, delivery }: EventFilter): boolean {
  return (!type || event.type === type) && (!delivery || event.delivery === delivery);
}

/** Unknown and another merchant's cannot be told apart. */
export async function getEvent(merchantId: string, eventId: string): Promise<EventRecord> {
  const event = /^evt_\w{1,250}$/.test(eventId) ? await findEvent(eventId) : undefined;
  if (event?.merchantId !== merchantId) throw new Failure("not_found", "There is no such event.");
  return event;
}

/** The dead of one merchant or of all, in pages: as many queries as the index has shards, in parallel. */
export async function listDeadEvents(options: { merchantId?: string | undefined; limitPerShard: number }) {
  const prefix = options.merchantId && `${options.merchantId}#`;
  const shards = Array.from({ length: DEAD_SHARDS }, (_, shard) => `DEAD#${shard}`);
  const pages = await Promise.all(
    shards.map((partition) =>
      listItems<EventRecord>({ index: "dead-events", partition, prefix, limit: options.limitPerShard }),
    ),
  );
  return { items: pages.flatMap(({ items }) => items), hasMore: pages.some(({ hasMore }) => hasMore) };
}
