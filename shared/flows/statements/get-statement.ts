import { Failure } from "../../domain/failure.ts";
import { parseDay } from "../../domain/finance/day.ts";
import { notADay } from "../../domain/finance/day-range.ts";
import type { Statement } from "../../domain/finance/statement.ts";
import { findStatement } from "../../ledger/statements.ts";

/** Of a day in the future, before the merchant, or without payments being looked at yet, there is none. */
export async function getStatement(merchantId: string, date: string): Promise<Statement> {
  if (!parseDay(date)) throw notADay();
  const statement = await findStatement(merchantId, date);
  if (!statement) throw new Failure("not_found", "There is no statement for this day.");
  return statement;
}
