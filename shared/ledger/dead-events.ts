import type { Page } from "../domain/page.ts";
import { deadSortOf } from "./attempts.ts";
import type { EventRecord } from "./event-record.ts";
import { countItems, listItems, listKeys } from "./lists.ts";
import { DEAD_SHARDS } from "./table.ts";

const SHARDS = Array.from({ length: DEAD_SHARDS }, (_, shard) => `DEAD#${shard}`);

/** What is listed as dead, of one merchant or of all. */
export type DeadFilter = { merchantId?: string | undefined };

const listShard = (
  partition: string,
  { merchantId }: DeadFilter,
  page: { limit: number; before?: string | undefined },
): Promise<Page<EventRecord>> =>
  listItems({ index: "dead-events", partition, ...rangeOf(merchantId, page.before), limit: page.limit });

/** A merchant's sort keys begin with its id and go on with digits. */
const rangeOf = (merchantId: string | undefined, before: string | undefined) =>
  merchantId === undefined ? { before } : { since: `${merchantId}#`, before: before ?? `${merchantId}#~` };

/** The beginning of the list: as many queries as the index has shards, in parallel. */
export async function listDeadEvents(filter: DeadFilter, limit: number): Promise<Page<EventRecord>> {
  const pages = await Promise.all(SHARDS.map((shard) => listShard(shard, filter, { limit })));
  const found = pages.flatMap(({ items }) => items).filter(isDead);
  const items = found.sort((a, b) => (deadSortOf(a) < deadSortOf(b) ? 1 : -1));
  return {
    items: items.slice(0, limit),
    hasMore: items.length > limit || pages.some(({ hasMore }) => hasMore),
  };
}

/** The index may be a moment behind. */
const isDead = ({ delivery }: EventRecord): boolean => delivery === "dead";

/**
 * The whole list in pages, each event once: one that dies again meanwhile sorts where it did before, behind us. So
 * this comes to an end whatever becomes of the events.
 */
export async function* deadEventPages(filter: DeadFilter, limit: number): AsyncGenerator<EventRecord[]> {
  for (const shard of SHARDS) {
    let before: string | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await listShard(shard, filter, { limit, before });
      yield page.items;
      const last = page.items.at(-1);
      before = last && deadSortOf(last);
      hasMore = page.hasMore && before !== undefined;
    }
  }
}

/**
 * Whether nothing older of this merchant is dead: then an outage of its endpoint begins with this event. By age and not
 * by which died first, because a minute's events may die at once, and each would see the others.
 */
export async function isOldestDead(event: EventRecord): Promise<boolean> {
  const range = { index: "dead-events", ...rangeOf(event.merchantId, deadSortOf(event)), limit: 2 } as const;
  const found = await Promise.all(SHARDS.map((partition) => listKeys({ ...range, partition })));
  return found.flat().every(({ pk }) => pk === event.pk);
}

export async function countDeadEvents(filter: DeadFilter): Promise<number> {
  const range = rangeOf(filter.merchantId, undefined);
  const counts = SHARDS.map((partition) => countItems({ index: "dead-events", partition, ...range }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
