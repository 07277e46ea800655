import { Failure } from "../../domain/failure.ts";
import { balanceOf, chainBalances, type DayBalance } from "../../domain/finance/balance.ts";
import { type BalanceReport, MAX_REPORT_DAYS, reportBalance } from "../../domain/finance/balance-report.ts";
import { dateOf, datesBetween, dayAfter, parseDay } from "../../domain/finance/day.ts";
import type { Statement } from "../../domain/finance/statement.ts";
import { listStatements, listStatementsBetween } from "../../ledger/statements.ts";

export type BalancedStatement = Statement & { balance: DayBalance };

/** Oldest first, all of one merchant. The first one begins with what the day before has ended with. */
export async function withBalances(statements: readonly Statement[]): Promise<BalancedStatement[]> {
  const [first] = statements;
  return first ? chainBalances(statements, await findCarried(first.merchantId, first.date)) : [];
}

export async function withBalance(statement: Statement): Promise<BalancedStatement> {
  const [balanced] = await withBalances([statement]);
  if (!balanced) throw new Error("A statement has no balance.");
  return balanced;
}

/** As many days more are read each time as were read before: usually the day before knows its balance by itself. */
async function findCarried(merchantId: string, date: string): ReturnType<typeof carriedBy> {
  const days: Statement[] = [];
  for (let [limit, hasMore] = [1, true]; hasMore; limit *= 2) {
    const page = await listStatements(merchantId, { limit, before: days[0]?.date ?? date });
    for (const statement of page.items) {
      const isNext = dayAfter(statement.date) === (days[0]?.date ?? date);
      if (!isNext || !statement.final) return carriedBy(days);
      days.unshift(statement);
      if (balanceOf(statement, undefined).carried) return carriedBy(days);
    }
    hasMore = page.hasMore;
  }
  return carriedBy(days);
}

async function carriedBy(days: Statement[]) {
  const last = chainBalances(days, undefined).at(-1);
  return last?.balance.carried && { date: last.date, carried: last.balance.carried };
}

/** Over a range of days in UTC, both included. */
export async function readBalanceReport(
  { merchantId, createdAt }: { merchantId: string; createdAt: number },
  { from, to }: { from: string; to: string },
  at: number,
): Promise<BalanceReport> {
  const dates = parseDay(from) && parseDay(to) ? datesBetween(from, to).length : Number.NaN;
  if (Number.isNaN(dates)) throw notARange("from and to must be days, such as 2026-07-01.");
  if (dates === 0) throw notARange("to must not be before from.");
  if (dates > MAX_REPORT_DAYS) throw notARange(`to must be at most ${MAX_REPORT_DAYS} days after from.`);
  const statements = await listStatementsBetween(merchantId, from, to);
  return reportBalance(await withBalances(statements), { from, to, first: dateOf(createdAt), at });
}

const notARange = (detail: string): Failure =>
  new Failure("invalid_request", `The range of days is invalid: ${detail}`, {
    errors: [{ pointer: "/to", detail }],
  });
