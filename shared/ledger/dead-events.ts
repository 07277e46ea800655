import { compareText } from "../domain/compare-text.ts";
import { FIRST_ENDPOINT_ID } from "../domain/events/callback-endpoint.ts";
import type { Page } from "../domain/page.ts";
import type { CallbackRecord } from "./event-record.ts";
import { countItems, listAllKeys, listItems, listKeys } from "./lists.ts";
import { DEAD_SHARDS, deadGroupOf, deliveryKey, eventKey, timeSort } from "./table.ts";

const SHARDS = Array.from({ length: DEAD_SHARDS }, (_, shard) => `DEAD#${shard}`);

/** Of a merchant: to all of its endpoints, or to one. */
export type DeadFilter = { merchantId?: string | undefined; endpointId?: string | undefined };

const listShard = (
  partition: string,
  filter: DeadFilter,
  page: { limit: number; before?: string | undefined },
) =>
  listItems<CallbackRecord>({
    index: "dead-events",
    partition,
    ...rangeOf(filter, page.before),
    limit: page.limit,
  });

const sortOf = ({ deadSort = "" }: CallbackRecord): string => deadSort;

/** "#" comes before "/", which comes before all that an id may have. */
function rangeOf({ merchantId, endpointId }: DeadFilter, before: string | undefined) {
  if (merchantId === undefined) return { before };
  if (endpointId === undefined) return { since: `${merchantId}#`, before: before ?? `${merchantId}/~` };
  const group = groupOf(merchantId, endpointId);
  return { since: `${group}#`, before: before ?? `${group}#~` };
}

const groupOf = (merchantId: string, endpointId: string | undefined): string =>
  deadGroupOf(merchantId, endpointId === FIRST_ENDPOINT_ID ? undefined : endpointId);

/** One query per shard of the index, in parallel. */
export async function listDeadEvents(filter: DeadFilter, limit: number): Promise<Page<CallbackRecord>> {
  const pages = await Promise.all(SHARDS.map((shard) => listShard(shard, filter, { limit })));
  const found = pages.flatMap(({ items }) => items).filter(isDead);
  const items = found.sort((a, b) => compareText(sortOf(b), sortOf(a)));
  return {
    items: items.slice(0, limit),
    hasMore: items.length > limit || pages.some(({ hasMore }) => hasMore),
  };
}

/** The index may be outdated. */
const isDead = ({ delivery }: CallbackRecord): boolean => delivery === "dead";

/**
 * The last death first, each event once. An event that dies again meanwhile sorts before these, where we have been
 * already, so the list always ends.
 */
export async function* deadEventPages(filter: DeadFilter, limit: number): AsyncGenerator<CallbackRecord[]> {
  for (const shard of SHARDS) {
    let before: string | undefined;
    do {
      const page = await listShard(shard, filter, { limit, before });
      yield page.items;
      before = page.next;
    } while (before !== undefined);
  }
}

/** Of the first endpoint unless told. */
export type DeadWindow = {
  merchantId: string;
  endpointId?: string | undefined;
  sinceMs: number;
  untilMs: number;
  before?: string | undefined;
};

/**
 * One page, shard by shard, within each the last death first. `next`, if there is more: the `before` of the next
 * page.
 */
export async function listDeadInWindow(
  { merchantId, endpointId, sinceMs, untilMs, before }: DeadWindow,
  limit: number,
): Promise<{ items: CallbackRecord[]; next?: string | undefined }> {
  const group = groupOf(merchantId, endpointId);
  const end = `${group}#${timeSort(untilMs)}`;
  const place = before ?? placeIn(0, end);
  const gap = place.indexOf(" ");
  const shard = Number(place.slice(0, gap));
  const { items, next } = await listItems<CallbackRecord>({
    index: "dead-events",
    partition: `DEAD#${shard}`,
    since: `${group}#${timeSort(sinceMs)}`,
    before: place.slice(gap + 1),
    limit,
  });
  if (next !== undefined) return { items: items.filter(isDead), next: placeIn(shard, next) };
  if (shard + 1 >= DEAD_SHARDS) return { items: items.filter(isDead) };
  return { items: items.filter(isDead), next: placeIn(shard + 1, end) };
}

const placeIn = (shard: number, sort: string): string => `${shard} ${sort}`;

/**
 * Whether no other event of this endpoint is still dead from before: then an outage of it begins with this
 * event. It compares the stored times, so that of many that die at once only one is the first.
 */
export async function isOldestDead(event: CallbackRecord): Promise<boolean> {
  const { merchantId, endpointId = FIRST_ENDPOINT_ID, deadSort } = event;
  const range = {
    index: "dead-events",
    ...rangeOf({ merchantId, endpointId }, deadSort),
    limit: 2,
  } as const;
  const found = await Promise.all(SHARDS.map((partition) => listKeys({ ...range, partition })));
  return found.flat().every(({ pk, sk }) => pk === event.pk && sk === event.sk);
}

export async function countDeadEvents(filter: DeadFilter): Promise<number> {
  const range = rangeOf(filter, undefined);
  const counts = SHARDS.map((partition) => countItems({ index: "dead-events", partition, ...range }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** At the first endpoint or one of these: an event that failed at several is one. */
export async function countDeadOnce(merchantId: string, furtherIds: readonly string[]): Promise<number> {
  if (furtherIds.length === 0) return countDeadEvents({ merchantId, endpointId: FIRST_ENDPOINT_ID });
  const range = { index: "dead-events", ...rangeOf({ merchantId }, undefined) } as const;
  const keys = await Promise.all(SHARDS.map((partition) => listAllKeys({ ...range, partition })));
  const sorts = [eventKey("").sk, ...furtherIds.map((endpointId) => deliveryKey("", endpointId).sk)];
  const dead = keys.flat().filter(({ sk }) => sorts.includes(sk));
  return new Set(dead.map(({ pk }) => pk)).size;
}
