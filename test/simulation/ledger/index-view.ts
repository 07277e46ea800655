import type { TABLE } from "../../../shared/ledger/table.ts";
import { type Entry, SortedEntries, type Walk } from "./sorted-entries.ts";
import type { Item } from "./values.ts";

export type IndexSpec = { name: string; partitionKey: string; sortKey: string };

type Change = { at: number; id: string; entry: Entry | undefined };

const idOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => `${pk} ${sk}`;

/**
 * A global index as its readers see it: keys only, an item being in it only while it has both keys, and each change
 * visible a while after it was made. Changes of one item become visible in their order.
 */
export class IndexView {
  private readonly spec: IndexSpec;
  private readonly partitions = new Map<string, SortedEntries>();
  private readonly entries = new Map<string, Entry>();
  /** In order of time; those before `seen` are visible. */
  private readonly changes: Change[] = [];
  private seen = 0;
  private readonly lastChange = new Map<string, number>();

  constructor(spec: (typeof TABLE)["indexes"][number]) {
    this.spec = spec;
  }

  /** `at`: when readers see it. */
  change(before: Item | undefined, after: Item | undefined, at: number): void {
    const { partitionKey, sortKey } = this.spec;
    const isSame = before?.[partitionKey] === after?.[partitionKey] && before?.[sortKey] === after?.[sortKey];
    if (before && isSame) return;
    const entry = after && this.entryOf(after);
    if (!entry && !(before && this.entryOf(before))) return;
    const id = idOf(after ?? before ?? {});
    const visibleAt = Math.max(at, this.lastChange.get(id) ?? 0);
    this.lastChange.set(id, visibleAt);
    const change = { at: visibleAt, id, entry };
    const place = this.changes.findLastIndex((earlier) => earlier.at <= visibleAt);
    // Most are the last: there an insertion would copy them all.
    if (place === this.changes.length - 1) this.changes.push(change);
    else this.changes.splice(place + 1, 0, change);
  }

  /** In order of the sort key; what has the same one, in order of the table's keys. */
  walk(partition: string, now: number, range: Walk, visit: (item: Item) => "go on" | "enough"): void {
    this.catchUp(now);
    this.partitions.get(partition)?.walk(range, visit);
  }

  private entryOf(item: Item): Entry | undefined {
    const { partitionKey, sortKey } = this.spec;
    const partition = item[partitionKey];
    const sort = item[sortKey];
    if (typeof partition !== "string" || typeof sort !== "string") return undefined;
    const keys = { pk: item.pk, sk: item.sk, [partitionKey]: partition, [sortKey]: sort };
    return { partition, item: keys, sort, id: idOf(item) };
  }

  private catchUp(now: number): void {
    const { changes } = this;
    for (let next = changes[this.seen]; next && next.at <= now; next = changes[this.seen]) {
      this.seen++;
      const { id, entry, at } = next;
      this.remove(id);
      if (entry) this.add(entry);
      if (this.lastChange.get(id) === at) this.lastChange.delete(id);
    }
    if (this.seen < changes.length && this.seen < MAX_SEEN) return;
    changes.splice(0, this.seen);
    this.seen = 0;
  }

  private add(entry: Entry): void {
    const found = this.partitions.get(entry.partition) ?? new SortedEntries();
    found.add(entry);
    this.partitions.set(entry.partition, found);
    this.entries.set(entry.id, entry);
  }

  private remove(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    this.entries.delete(id);
    this.partitions.get(entry.partition)?.remove(entry);
  }
}

/** So many changes that are visible are kept at most: taking each out by itself would move all others every time. */
const MAX_SEEN = 10_000;
