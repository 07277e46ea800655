import type { Page } from "../domain/page.ts";
import { getItems } from "./client.ts";
import type { EventRecord } from "./events.ts";
import { listItems, listItemsAscending } from "./lists.ts";
import { eventKey, timeOfSort, timeSort } from "./table.ts";

/** `after`: a place in the list. */
export type EventQuery = { limit: number; after?: string | undefined };

export const listEvents = (merchantId: string, { limit, after }: EventQuery): Promise<Page<EventRecord>> =>
  listItems({ index: "events-by-merchant", partition: merchantId, limit, before: after });

/** Of any merchant's payment: the caller checks whose the events are. */
export const listPaymentEvents = (
  svcPaymentId: string,
  { limit, after }: EventQuery,
): Promise<Page<EventRecord>> =>
  listItems({ index: "events-by-payment", partition: svcPaymentId, limit, before: after });

export const placeOf = (ms: number): string => timeSort(ms);

export const momentOf = (place: string): number => timeOfSort(place);

/** Oldest first, after a place and before another. */
export const listEventsAscending = (
  merchantId: string,
  { after, until, limit }: { after?: string | undefined; until: string; limit: number },
): Promise<{ items: EventRecord[]; last?: string | undefined }> =>
  listItemsAscending({
    index: "events-by-merchant",
    partition: merchantId,
    limit,
    since: after,
    before: until,
  });

export type EventWindow = {
  merchantId: string;
  sinceMs: number;
  untilMs: number;
  before?: string | undefined;
};

/** `next`, if there is more: the `before` of the next page. */
export async function listEventsInWindow(
  { merchantId, sinceMs, untilMs, before = timeSort(untilMs) }: EventWindow,
  limit: number,
): Promise<{ items: EventRecord[]; next?: string | undefined }> {
  const since = timeSort(sinceMs);
  const range = { index: "events-by-merchant", partition: merchantId, limit, before, since } as const;
  const { items, next } = await listItems<EventRecord>(range);
  return { items, next };
}

/** Many at once, by id; those that are gone are left out. */
export async function findEvents(eventIds: string[]): Promise<Map<string, EventRecord>> {
  const keys = [...new Set(eventIds)].map(eventKey);
  const events = await getItems<EventRecord>(keys);
  return new Map(events.map((event) => [event.eventId, event]));
}
