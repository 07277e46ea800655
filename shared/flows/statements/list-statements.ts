import type { Page, PageQuery } from "../../domain/page.ts";
import { listStatements as listRecords } from "../../ledger/statements.ts";
import { type BalancedStatement, withBalances } from "./report-balance.ts";

export async function listStatements(
  merchantId: string,
  { limit, startingAfter }: PageQuery,
): Promise<Page<BalancedStatement>> {
  const { items, hasMore } = await listRecords(merchantId, { limit, before: startingAfter });
  const balanced = await withBalances(items.toReversed());
  return { items: balanced.toReversed(), hasMore, lastId: items.at(-1)?.date };
}
