import { compareText } from "../domain/compare-text.ts";
import type { Page } from "../domain/page.ts";
import type { EventRecord } from "./event-record.ts";
import { countItems, listItems, listKeys } from "./lists.ts";
import { DEAD_SHARDS, timeSort } from "./table.ts";

const SHARDS = Array.from({ length: DEAD_SHARDS }, (_, shard) => `DEAD#${shard}`);

export type DeadFilter = { merchantId?: string | undefined };

const listShard = (
  partition: string,
  { merchantId }: DeadFilter,
  page: { limit: number; before?: string | undefined },
) =>
  listItems<EventRecord>({
    index: "dead-events",
    partition,
    ...rangeOf(merchantId, page.before),
    limit: page.limit,
  });

const sortOf = ({ deadSort = "" }: EventRecord): string => deadSort;

const rangeOf = (merchantId: string | undefined, before: string | undefined) =>
  merchantId === undefined ? { before } : { since: `${merchantId}#`, before: before ?? `${merchantId}#~` };

/** One query per shard of the index, in parallel. */
export async function listDeadEvents(filter: DeadFilter, limit: number): Promise<Page<EventRecord>> {
  const pages = await Promise.all(SHARDS.map((shard) => listShard(shard, filter, { limit })));
  const found = pages.flatMap(({ items }) => items).filter(isDead);
  const items = found.sort((a, b) => compareText(sortOf(b), sortOf(a)));
  return {
    items: items.slice(0, limit),
    hasMore: items.length > limit || pages.some(({ hasMore }) => hasMore),
  };
}

/** The index may be outdated. */
const isDead = ({ delivery }: EventRecord): boolean => delivery === "dead";

/**
 * The last death first, each event once. An event that dies again meanwhile sorts before these, where we have been
 * already, so the list always ends.
 */
export async function* deadEventPages(filter: DeadFilter, limit: number): AsyncGenerator<EventRecord[]> {
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
  sinceMs: number;
  untilMs: number;
  before?: string | undefined;
};

/**
 * One page, shard by shard, within each the last death first. `next`, if there is more: the `before` of the next
 * page.
 */
export async function listDeadInWindow(
  { merchantId, sinceMs, untilMs, before = placeIn(0, `${merchantId}#${timeSort(untilMs)}`) }: DeadWindow,
  limit: number,
): Promise<{ items: EventRecord[]; next?: string | undefined }> {
  const gap = before.indexOf(" ");
  const shard = Number(before.slice(0, gap));
  const { items, next } = await listItems<EventRecord>({
    index: "dead-events",
    partition: `DEAD#${shard}`,
    since: `${merchantId}#${timeSort(sinceMs)}`,
    before: before.slice(gap + 1),
    limit,
  });
  if (next !== undefined) return { items: items.filter(isDead), next: placeIn(shard, next) };
  if (shard + 1 >= DEAD_SHARDS) return { items: items.filter(isDead) };
  return { items: items.filter(isDead), next: placeIn(shard + 1, `${merchantId}#${timeSort(untilMs)}`) };
}

const placeIn = (shard: number, sort: string): string => `${shard} ${sort}`;

/**
 * Whether no other event of this merchant is still dead from before: then an outage of its endpoint begins with this
 * event. It compares the stored times, so that of many that die at once only one is the first.
 */
export async function isOldestDead(event: EventRecord): Promise<boolean> {
  const range = { index: "dead-events", ...rangeOf(event.merchantId, event.deadSort), limit: 2 } as const;
  const found = await Promise.all(SHARDS.map((partition) => listKeys({ ...range, partition })));
  return found.flat().every(({ pk }) => pk === event.pk);
}

export async function countDeadEvents(filter: DeadFilter): Promise<number> {
  const range = rangeOf(filter.merchantId, undefined);
  const counts = SHARDS.map((partition) => countItems({ index: "dead-events", partition, ...range }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
