import { Failure } from "../../domain/failure.ts";
import { notADay, parseDay } from "../../domain/finance/day.ts";
import type { Statement } from "../../domain/finance/statement.ts";
import type { Page, PageQuery } from "../../domain/page.ts";
import { findStatement, listStatements as listRecords } from "../../ledger/statements.ts";
import { type BalancedStatement, withBalances } from "./report-balance.ts";

export async function listStatements(
  merchantId: string,
  { limit, startingAfter }: PageQuery,
): Promise<Page<BalancedStatement>> {
  const { items, hasMore } = await listRecords(merchantId, { limit, before: startingAfter });
  const balanced = await withBalances(items.toReversed());
  return { items: balanced.toReversed(), hasMore, lastId: items.at(-1)?.date };
}

/** Of a day in the future, before the merchant, or without payments being looked at yet, there is none. */
export async function getStatement(merchantId: string, date: string): Promise<Statement> {
  if (!parseDay(date)) throw notADay();
  const statement = await findStatement(merchantId, date);
  if (!statement) throw new Failure("not_found", "There is no statement for this day.");
  return statement;
}
