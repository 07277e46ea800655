import { isClosed, parseDay } from "../../domain/day.ts";
import { Failure } from "../../domain/failure.ts";
import type { Slice } from "../../domain/pull.ts";
import { accountsOf } from "../../domain/reconciliation.ts";
import { boundDifferences, changesBetween, healedBefore, type Statement } from "../../domain/statement.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { dropStatementWork } from "../../ledger/statement-work.ts";
import { findStatement, saveStatement } from "../../ledger/statements.ts";
import { log } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { notADay } from "./get-statement.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { reconcileMovements } from "./reconcile-movements.ts";
import { type DayWork, openDayWork, resumeDayWork } from "./resume-day.ts";

/*
 * The statement of a merchant's day proves that ledger and processor agree, or says where they do not.
 *
 *   movements  all money that moved that day on the merchant's accounts, former ones included, leads to payments: so
 *              late captures, refunds and disputes of old payments are in, and midnight makes no false difference.
 *   ledger     the ledger's payments of that day that no money has led to are asked for at the processor, one by one.
 *   heal       what the processor knows better is brought in by the ordinary sync; the rest stays a difference.
 *   write      beside the merchant. Made again, it says the same, or what has changed.
 *
 * When the function dies, nothing is written, and its message comes back: what was healed stays healed, and says so
 * on the payment's timeline. A day that is too large for one run is put aside between two pages, and the next run of
 * the message goes on from there; so a day of any size is finished.
 *
 * The clock asks for each day three times, on three days: a final statement ends the job at once, and what an outage
 * has left out is made by the next.
 */

/** `resumes`: goes on with what a run before has put aside. By hand a statement is made afresh. */
export type StatementRun = { now: () => number; traceId: string; resumes?: boolean };

/** `changes`: what an earlier statement of the day had found otherwise; undefined where there was none. */
export type MadeStatement = { statement: Statement; changes: string[] | undefined };

/** As the clock asks for it: only what is not final yet, and where a run before has stopped. */
export async function resumeStatement(
  merchant: Merchant,
  date: string,
  run: Omit<StatementRun, "resumes">,
): Promise<void> {
  const earlier = await findStatement(merchant.merchantId, date);
  if (!earlier?.final) await makeStatement(merchant, date, { ...run, resumes: true });
}

export async function makeStatement(
  merchant: Merchant,
  date: string,
  run: StatementRun,
): Promise<MadeStatement> {
  const at = run.now();
  const day = requireDay(merchant, date, at);
  const { merchantId } = merchant;
  const given = { merchantId, date, day, at, traceId: run.traceId };
  const work = run.resumes ? await resumeDayWork(given) : openDayWork(given);
  const isResumed = work.progress.movements !== undefined;
  for (const accountId of accountsOf(merchant)) await reconcileMovements(accountId, work);
  await reconcileLedger(work);
  const earlier = await findStatement(merchantId, date);
  const statement = toStatement(work, { merchantId, date, earlier, final: isClosed(day, at) });
  await saveStatement(statement);
  if (isResumed) await dropStatementWork(work, run.traceId, at);
  report(work);
  return { statement, changes: earlier && changesBetween(earlier, statement) };
}

/** A merchant has no day before it came, and none in the future. */
export function requireDay({ createdAt }: Merchant, date: string, at: number): Slice {
  const day = parseDay(date);
  if (!day) throw notADay();
  if (day.sinceMs > at) throw new Failure("invalid_request", `${date} is in the future.`);
  if (day.untilMs <= createdAt) throw new Failure("invalid_request", `The merchant came after ${date}.`);
  return day;
}

function toStatement(
  { at, totals, verdicts, unmetMatches, differences, unreachableAccounts }: DayWork,
  {
    earlier,
    ...identity
  }: { merchantId: string; date: string; final: boolean; earlier: Statement | undefined },
): Statement {
  const kept = healedBefore(earlier?.differences ?? [], differences);
  const kinds = [...verdicts.values()].map(({ kind }) => kind);
  const matched = kinds.filter((kind) => kind === "matched").length + unmetMatches;
  return {
    ...identity,
    generatedAt: at,
    totals,
    // What was healed before is on the statement as such.
    matched: Math.max(0, matched - kept.length),
    merchantsOwn: kinds.filter((kind) => kind === "merchants_own").length,
    ...boundDifferences([...kept, ...differences]),
    unreachableAccounts: [...unreachableAccounts],
  };
}

function report({ merchantId, differences }: DayWork): void {
  const open = differences.filter(({ healed }) => !healed).length;
  count("Statements");
  if (differences.length > open) count("HealedPayments", differences.length - open);
  if (open === 0) return;
  count("StatementDifferences", open);
  log("error", "ledger and processor differ", { merchantId });
}
