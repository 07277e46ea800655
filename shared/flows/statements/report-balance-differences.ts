import { dayAfter } from "../../domain/finance/day.ts";
import type { Statement } from "../../domain/finance/statement.ts";
import { findStatement } from "../../ledger/statements.ts";
import { log } from "../../runtime/logger.ts";
import { count } from "../../runtime/metrics.ts";
import { withBalances } from "./report-balance.ts";

/**
 * The dates on which the processor has another balance than the day before and the lines give. The day after is compared
 * too: days are made in any order and again, and each begins with what the one before has ended with.
 */
export async function findDifferingBalances(statement: Statement): Promise<string[]> {
  if (!statement.final) return [];
  const next = await findStatement(statement.merchantId, dayAfter(statement.date));
  const days = await withBalances(next?.final ? [statement, next] : [statement]);
  return days.filter(({ balance }) => balance.isDiffering).map(({ date }) => date);
}

export function reportDifferingBalances(merchantId: string, dates: readonly string[]): void {
  for (const date of dates) {
    count("BalanceDifferences");
    log("error", "the balance of a day does not add up", { merchantId, date });
  }
}
