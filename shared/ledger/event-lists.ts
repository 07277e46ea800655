import type { Page } from "../domain/page.ts";
import type { EventRecord } from "./event-record.ts";
import { findAll, listItems, listItemsAscending } from "./lists.ts";
import { eventKey, timeOfSort, timeSort } from "./table.ts";

/** How many, newest first, and after which one. */
export type EventQuery = { limit: number; after?: EventRecord | undefined };

export const listEvents = (merchantId: string, { limit, after }: EventQuery): Promise<Page<EventRecord>> =>
  listItems({ index: "events-by-merchant", partition: merchantId, limit, before: after?.eventSort });

/** Of any merchant's payment: a caller that serves a merchant looks at whose the events are. */
export const listPaymentEvents = (
  svcPaymentId: string,
  { limit, after }: EventQuery,
): Promise<Page<EventRecord>> =>
  listItems({ index: "events-by-payment", partition: svcPaymentId, limit, before: after?.eventSort });

/** Where in the feed a moment lies. */
export const placeOf = (ms: number): string => timeSort(ms);

/** When the event at a place was written. */
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

/** Which of a merchant's events: received since a time and before another, or before where a page ended. */
export type EventWindow = {
  merchantId: string;
  sinceMs: number;
  untilMs: number;
  before?: string | undefined;
};

/** `next`, when there is more: the `before` of the page after this one. */
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
  const events = await findAll<EventRecord>(keys);
  return new Map(events.map((event) => [event.eventId, event]));
}
