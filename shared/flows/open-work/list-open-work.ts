import { compareText } from "../../domain/compare-text.ts";
import { listStanding, listUnresolved, SHARDS } from "../../ledger/due.ts";
import { type OpenWork, openWorkOf } from "../../ledger/open-work.ts";

/** What stands on the due list, the soonest first; or what no visit could finish. */
export async function listOpenWork(limit: number, unresolved: boolean): Promise<OpenWork[]> {
  const pages = unresolved
    ? [await listUnresolved(limit)]
    : await Promise.all(SHARDS.map((shard) => listStanding(shard, limit)));
  return pages
    .flatMap(({ items }) => items)
    .sort((a, b) => compareText(a.dueSort, b.dueSort))
    .slice(0, limit)
    .map(openWorkOf);
}
