import type { Statement } from "../../domain/finance/statement.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { listStatements as listRecords } from "../../ledger/statements.ts";

export async function listStatements(
  merchantId: string,
  { limit, startingAfter }: PageQuery,
): Promise<Page<Statement>> {
  const { items, hasMore } = await listRecords(merchantId, { limit, before: startingAfter });
  return { items, hasMore, lastId: items.at(-1)?.date };
}
