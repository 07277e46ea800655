import { type NextVisit, nextVisit, type RetrySchedule } from "../domain/due-schedule.ts";
import { getItems } from "./client.ts";
import { countMatches, type Query, queryItems, updateItem } from "./expressions.ts";
import {
  DUE_SHARDS,
  type DueAttributes,
  dueAt,
  type Key,
  timeOfSort,
  timeSort,
  UNRESOLVED,
} from "./table.ts";

export type DueItem = Key & DueAttributes & { merchantId: string };

export const timeOf = ({ dueSort }: Pick<DueAttributes, "dueSort">): number => timeOfSort(dueSort);

export const SHARDS: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, shard) => `DUE#${shard}`);

type DuePage = { items: DueItem[]; next?: string };

/**
 * One page of a shard, oldest first. The index may be outdated, so the items are read by their keys; those that were
 * closed or moved since are left out.
 */
export async function listDue(
  shard: string,
  { until, after = "!", limit }: { until: number; after?: string | undefined; limit: number },
): Promise<DuePage> {
  const entries = await queryItems<Key & { dueSort: string }>({
    ...within(shard, after, `${timeSort(until)}~`),
    // One more, because the place to go on from is included.
    limit: limit + 1,
  });
  const fresh = entries.filter(({ dueSort }) => dueSort !== after).slice(0, limit);
  const standing = new Map(fresh.map((entry) => [entry.pk + entry.sk, entry.dueSort]));
  const items = (await getItems<DueItem>(fresh)).filter(
    (item) => standing.get(item.pk + item.sk) === item.dueSort,
  );
  const last = entries.length > limit ? fresh.at(-1)?.dueSort : undefined;
  return last === undefined ? { items } : { items, next: last };
}

export const listShard = (shard: string, limit: number): Promise<DuePage> =>
  listDue(shard, { until: Number.MAX_SAFE_INTEGER, limit });

export const listUnresolved = (limit: number): Promise<DuePage> => listShard(UNRESOLVED, limit);

export const countUnresolved = (): Promise<number> => countMatches(within(UNRESOLVED, "!", "~"));

const within = (shard: string, from: string, to: string): Query => ({
  index: "due",
  partition: shard,
  between: [from, to],
});

/** One step along its retry schedule. `gone`: the item was closed or moved since it was read. */
export async function moveDue(
  item: DueItem,
  schedule: RetrySchedule,
  at: number,
): Promise<NextVisit["kind"] | "gone"> {
  const next = nextVisit(schedule, item.dueStep);
  const place =
    next.kind === "wait"
      ? dueAt(item, at + next.waitMs, next.step)
      : { ...dueAt(item, at, next.step), dueShard: UNRESOLVED };
  return (await setDue(item, place)) ? next.kind : "gone";
}

export const restartDue = (item: DueItem, at: number): Promise<boolean> => setDue(item, dueAt(item, at));

export const postponeDue = (item: DueItem, at: number): Promise<boolean> =>
  setDue(item, dueAt(item, at, item.dueStep));

async function setDue(item: DueItem, place: DueAttributes): Promise<boolean> {
  const outcome = await updateItem<DueItem>(item, {
    set: place,
    onlyIf: { dueSort: item.dueSort },
    returnItem: false,
    readsExisting: false,
  });
  return outcome.written;
}
