import type { TABLE } from "../../../shared/ledger/table.ts";
import { type Item, orderOfText } from "./values.ts";

export type IndexSpec = { name: string; partitionKey: string; sortKey: string };

type Entry = { item: Item; sort: string; id: string };
type Change = { at: number; id: string; entry: { partition: string; entry: Entry } | undefined };

const idOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => `${pk} ${sk}`;

/**
 * A global index as its readers see it: keys only, an item being in it only while it has both keys, and each change
 * visible a while after it was made. Changes of one item become visible in their order.
 */
export class IndexView {
  private readonly spec: IndexSpec;
  private readonly partitions = new Map<string, { entries: Entry[]; isSorted: boolean }>();
  private readonly places = new Map<string, string>();
  private readonly pending: Change[] = [];
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
    const place = this.pending.findLastIndex((change) => change.at <= visibleAt);
    this.pending.splice(place + 1, 0, { at: visibleAt, id, entry });
  }

  /** In order of the sort key; what has the same one, in order of the table's keys. */
  entries(partition: string, now: number): Item[] {
    this.catchUp(now);
    const found = this.partitions.get(partition);
    if (!found) return [];
    if (!found.isSorted) {
      found.entries.sort((one, other) => orderOfText(one.sort, other.sort) || orderOfText(one.id, other.id));
      found.isSorted = true;
    }
    return found.entries.map(({ item }) => item);
  }

  private entryOf(item: Item): { partition: string; entry: Entry } | undefined {
    const { partitionKey, sortKey } = this.spec;
    const partition = item[partitionKey];
    const sort = item[sortKey];
    if (typeof partition !== "string" || typeof sort !== "string") return undefined;
    const keys = { pk: item.pk, sk: item.sk, [partitionKey]: partition, [sortKey]: sort };
    return { partition, entry: { item: keys, sort, id: idOf(item) } };
  }

  private catchUp(now: number): void {
    while (this.pending[0] && this.pending[0].at <= now) {
      const { id, entry } = this.pending.shift() as Change;
      this.remove(id);
      if (entry) this.add(id, entry);
    }
  }

  private add(id: string, { partition, entry }: { partition: string; entry: Entry }): void {
    const found = this.partitions.get(partition) ?? { entries: [], isSorted: true };
    found.entries.push(entry);
    found.isSorted = false;
    this.partitions.set(partition, found);
    this.places.set(id, partition);
  }

  private remove(id: string): void {
    const partition = this.places.get(id);
    if (partition === undefined) return;
    this.places.delete(id);
    const found = this.partitions.get(partition);
    if (found) found.entries = found.entries.filter((entry) => entry.id !== id);
  }
}
