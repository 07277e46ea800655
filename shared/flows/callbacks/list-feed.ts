import {
  type CallbackEndpoint,
  endpointsOf,
  requireEndpoint,
} from "../../domain/events/callback-endpoint.ts";
import { worstOf } from "../../domain/events/callback-health.ts";
import {
  cursorOf,
  MAX_PAGE_BYTES,
  parseCursor,
  UNFINISHED_MS,
  UNSETTLED_MS,
} from "../../domain/events/feed.ts";
import { listEventsAscending, momentOf, placeOf } from "../../ledger/event-lists.ts";
import type { EventRecord } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import type { FedEvent } from "../../views/event.ts";
import { renderEvent } from "../deliveries/render-event.ts";
import { withDeliveries } from "../find-deliveries.ts";
import { runConcurrently } from "../run-concurrently.ts";

export type FeedQuery = {
  limit: number;
  after?: string | undefined;
  type?: string | undefined;
  /** Whose payload the bodies have; absent: that of the oldest endpoint. */
  endpointId?: string | undefined;
  include?: "body" | undefined;
};

/** `searchedTo`: when the last event was written that the page has looked at. */
export type FeedPage = {
  items: (FedEvent & { cursor: string })[];
  cursor: string;
  searchedTo?: number | undefined;
};

/**
 * Oldest first, up to the horizon. The cursor moves on with what was looked at, shown or not; where nothing is left it
 * stays. What is in the page is rendered in an endpoint's payload, and the page ends before it grows too large.
 */
export async function listFeed(
  merchant: Merchant,
  query: FeedQuery,
  { at, horizonMs }: { at: number; horizonMs: number },
): Promise<FeedPage> {
  const { merchantId } = merchant;
  const after = query.after === undefined ? undefined : parseCursor(merchantId, query.after);
  const horizon = placeOf(at - horizonMs);
  const looked = await listEventsAscending(merchantId, { after, until: horizon, limit: query.limit });
  const { items, last = looked.last } = query.include
    ? await withBodies(merchant, looked.items, query)
    : { items: looked.items.filter((event) => isAskedFor(event, query)).map((event) => ({ event })) };
  return {
    items: (await withStates(merchant, items)).map((fed) => ({
      ...fed,
      cursor: cursorOf(merchantId, resumePlaceOf(fed.event, at)),
    })),
    // Where there is nothing yet the next page begins at the beginning, and its link is the same each time.
    cursor: cursorOf(merchantId, last ?? after ?? placeOf(0)),
    ...(last !== undefined && { searchedTo: momentOf(last) }),
  };
}

/**
 * Who continues here misses nothing: what the index may show late is read again, and so is an event that is not applied
 * yet, unless it has been waited for long enough.
 */
function resumePlaceOf({ eventSort, applied, receivedAt }: EventRecord, at: number): string {
  const isWaitedFor = applied === undefined && receivedAt > at - UNFINISHED_MS;
  const place = isWaitedFor ? placeOf(momentOf(eventSort)) : eventSort;
  const settled = placeOf(at - UNSETTLED_MS);
  // biome-ignore lint/complexity/useMathMinMax: places are texts.
  return place < settled ? place : settled;
}

const isAskedFor = (event: EventRecord, { type }: FeedQuery): boolean =>
  type === undefined || event.type === type;

/** Each as it stands at the endpoint where it stands worst. */
async function withStates(merchant: Merchant, fed: FedEvent[]): Promise<FedEvent[]> {
  const found = await withDeliveries(
    merchant,
    fed.map(({ event }) => event),
  );
  return fed.map((one, index) => ({ ...one, shown: worstOf(found[index]?.deliveries ?? []) }));
}

/** `last`: where the page ends, if that is before all of them. */
async function withBodies(
  merchant: Merchant,
  looked: EventRecord[],
  query: FeedQuery,
): Promise<{ items: FedEvent[]; last?: string }> {
  const { endpointId } = query;
  const endpoint = endpointId ? requireEndpoint(merchant, endpointId) : endpointsOf(merchant)[0];
  const items: FedEvent[] = [];
  let last: string | undefined;
  let bytes = 0;
  const all = await runConcurrently(looked, async (event) => ({
    event,
    body: isAskedFor(event, query) ? await bodyOf(event, endpoint ?? {}, merchant) : null,
  }));
  for (const fed of all) {
    bytes += fed.body ? Buffer.byteLength(JSON.stringify(fed.body.text)) : 0;
    if (last !== undefined && bytes > MAX_PAGE_BYTES) return { items, last };
    last = fed.event.eventSort;
    if (isAskedFor(fed.event, query)) items.push(fed);
  }
  return { items };
}

async function bodyOf(event: EventRecord, ...receiver: Receiver): Promise<FedEvent["body"]> {
  if (event.erasedAt !== undefined) return null;
  const rendered = await renderEvent(event, ...receiver);
  if (rendered.kind !== "rendered") return null;
  return { text: Buffer.from(rendered.body).toString("utf8"), payload: rendered.payload };
}

type Receiver = [endpoint: Pick<CallbackEndpoint, "payload">, merchant: Merchant];
