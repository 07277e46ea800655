import type { Page } from "../domain/page.ts";
import { compareText } from "../domain/values.ts";
import type { DeliveryRecord } from "./events.ts";
import { updateItem } from "./expressions.ts";
import { countItems, listAllKeys, listItems, listKeys } from "./lists.ts";
import { DEAD_SHARDS, DUE_ATTRIBUTES, deadShardOf, deliveryKey, timeSort } from "./table.ts";

/** One endpoint's dead ones are next to each other. */
export const placeOfDeath = ({ merchantId, endpointId, eventId }: DeliveryRecord, diedAt: number) => ({
  diedAt,
  deadShard: deadShardOf(eventId),
  deadSort: `${merchantId}/${endpointId}#${timeSort(diedAt, eventId)}`,
});

/** Only of the delivery round that died: one that was sent again since gets a dead letter of its own, or none. */
export const markDeadLettered = (delivery: DeliveryRecord, at: number): Promise<unknown> =>
  updateItem<DeliveryRecord>(delivery, {
    set: { deadLetteredAt: at },
    remove: DUE_ATTRIBUTES,
    onlyIf: { deliveryRound: delivery.deliveryRound, delivery: "dead" },
  });

const SHARDS = Array.from({ length: DEAD_SHARDS }, (_, shard) => `DEAD#${shard}`);

/** Of a merchant: to all of its endpoints, or to one. */
export type DeadFilter = { merchantId?: string | undefined; endpointId?: string | undefined };

const listShard = (
  partition: string,
  filter: DeadFilter,
  page: { limit: number; before?: string | undefined },
) =>
  listItems<DeliveryRecord>({
    index: "dead-deliveries",
    partition,
    ...rangeOf(filter, page.before),
    limit: page.limit,
  });

const sortOf = ({ deadSort = "" }: DeliveryRecord): string => deadSort;

function rangeOf({ merchantId, endpointId }: DeadFilter, before: string | undefined) {
  if (merchantId === undefined) return { before };
  const group = endpointId === undefined ? `${merchantId}/` : `${merchantId}/${endpointId}#`;
  return { since: group, before: before ?? `${group}~` };
}

/** One query per shard of the index, in parallel. */
export async function listDead(filter: DeadFilter, limit: number): Promise<Page<DeliveryRecord>> {
  const pages = await Promise.all(SHARDS.map((shard) => listShard(shard, filter, { limit })));
  const found = pages.flatMap(({ items }) => items).filter(isDead);
  const items = found.sort((a, b) => compareText(sortOf(b), sortOf(a)));
  return {
    items: items.slice(0, limit),
    hasMore: items.length > limit || pages.some(({ hasMore }) => hasMore),
  };
}

/** The index may be outdated. */
const isDead = ({ delivery }: DeliveryRecord): boolean => delivery === "dead";

/**
 * The last death first, each delivery once. One that dies again meanwhile sorts before these, where we have been already, so
 * the list always ends.
 */
export async function* deadPages(filter: DeadFilter, limit: number): AsyncGenerator<DeliveryRecord[]> {
  for (const shard of SHARDS) {
    let before: string | undefined;
    do {
      const page = await listShard(shard, filter, { limit, before });
      yield page.items;
      before = page.next;
    } while (before !== undefined);
  }
}

export type DeadWindow = {
  merchantId: string;
  endpointId: string;
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
): Promise<{ items: DeliveryRecord[]; next?: string | undefined }> {
  const group = `${merchantId}/${endpointId}`;
  const end = `${group}#${timeSort(untilMs)}`;
  const place = before ?? placeIn(0, end);
  const gap = place.indexOf(" ");
  const shard = Number(place.slice(0, gap));
  const { items, next } = await listItems<DeliveryRecord>({
    index: "dead-deliveries",
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
 * Whether no other delivery to this endpoint is still dead from before: then an outage of it begins with this one. It
 * compares the stored times, so that of many that die at once only one is the first.
 */
export async function isOldestDead(delivery: DeliveryRecord): Promise<boolean> {
  const range = { index: "dead-deliveries", ...rangeOf(delivery, delivery.deadSort), limit: 2 } as const;
  const found = await Promise.all(SHARDS.map((partition) => listKeys({ ...range, partition })));
  return found.flat().every(({ pk, sk }) => pk === delivery.pk && sk === delivery.sk);
}

export async function countDead(filter: DeadFilter): Promise<number> {
  const range = rangeOf(filter, undefined);
  const counts = SHARDS.map((partition) => countItems({ index: "dead-deliveries", partition, ...range }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Events, at one of these endpoints: one that failed at several is one. */
export async function countDeadEvents(merchantId: string, endpointIds: readonly string[]): Promise<number> {
  const [only, ...others] = endpointIds;
  if (only === undefined) return 0;
  if (others.length === 0) return countDead({ merchantId, endpointId: only });
  const range = { index: "dead-deliveries", ...rangeOf({ merchantId }, undefined) } as const;
  const keys = await Promise.all(SHARDS.map((partition) => listAllKeys({ ...range, partition })));
  const sorts = endpointIds.map((endpointId) => deliveryKey("", endpointId).sk);
  const dead = keys.flat().filter(({ sk }) => sorts.includes(sk));
  return new Set(dead.map(({ pk }) => pk)).size;
}
