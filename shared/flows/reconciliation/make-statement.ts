import { Failure } from "../../domain/failure.ts";
import { isClosed, parseDay } from "../../domain/finance/day.ts";
import type { Slice } from "../../domain/finance/pull.ts";
import { accountsOf } from "../../domain/finance/reconciliation.ts";
import {
  boundDifferences,
  changesBetween,
  healedBefore,
  type Statement,
} from "../../domain/finance/statement.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { dropStatementWork } from "../../ledger/statement-work.ts";
import { findStatement, saveStatement } from "../../ledger/statements.ts";
import { log } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { notADay } from "./get-statement.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { reconcileMovements } from "./reconcile-movements.ts";
import {
  type DayGiven,
  type DayWork,
  findDayWork,
  isTimeUsedUp,
  openDayWork,
  saveDayWork,
} from "./resume-day.ts";

/*
 * The statement of a merchant's day proves that ledger and processor agree, or says where they do not.
 *
 *   movements  all money that moved that day on the merchant's accounts, former ones included, leads to payments: so
 *              late captures, refunds and disputes of old payments are in, and midnight makes no false difference.
 *   ledger     the ledger's payments of that day that no money has led to are asked for at the processor, one by one.
 *   heal       what the processor knows better is brought in by the ordinary sync; the rest stays a difference.
 *   write      beside the merchant. Made again, it says the same, or what has changed.
 *
 * A run that comes to no end writes no statement: there is no half of one. Whatever stopped it, a passing failure or its
 * time, what it has found is kept, and the next run goes on from there; what was healed is healed, and says so on the
 * payment's timeline. A day that is too large for one run goes on at once. When the function dies, the next run begins
 * where the last one that was kept had stopped.
 *
 * The clock asks for each day three times, on three days: a final statement ends the job at once, and what an outage
 * has left out is made by the next.
 */

export type StatementRun = { now: () => number; traceId: string };

/** `changes`: what an earlier statement of the day had found otherwise; undefined where there was none. */
export type MadeStatement = { statement: Statement; changes: string[] | undefined };

/** By hand: afresh, and without a hurry. */
export async function makeStatement(
  merchant: Merchant,
  date: string,
  run: StatementRun,
): Promise<MadeStatement> {
  return finishDay(merchant, openDayWork(dayOf(merchant, date, run)));
}

/** `final`: it was before. `put_aside`: there was too little time, and it is to go on. */
export type StatementEnd = { kind: "final" } | { kind: "made" } | { kind: "put_aside" };

/** As the clock asks for it: only what is not final yet, and from where a run before has stopped. */
export async function resumeStatement(
  merchant: Merchant,
  date: string,
  run: StatementRun,
): Promise<StatementEnd> {
  const earlier = await findStatement(merchant.merchantId, date);
  if (earlier?.final) return { kind: "final" };
  const day = dayOf(merchant, date, run);
  const kept = await findDayWork(day);
  const work = kept ?? openDayWork(day);
  try {
    await finishDay(merchant, work);
  } catch (error) {
    await saveDayWork(work);
    // Whatever the error says: nothing could be asked for any more.
    if (isTimeUsedUp()) return { kind: "put_aside" };
    throw error;
  }
  if (kept) await dropStatementWork(work, work.traceId, work.at);
  return { kind: "made" };
}

function dayOf(merchant: Merchant, date: string, { now, traceId }: StatementRun): DayGiven {
  const at = now();
  return { merchantId: merchant.merchantId, date, day: requireDay(merchant, date, at), at, traceId };
}

async function finishDay(merchant: Merchant, work: DayWork): Promise<MadeStatement> {
  for (const accountId of accountsOf(merchant)) await reconcileMovements(accountId, work);
  await reconcileLedger(work);
  const earlier = await findStatement(work.merchantId, work.date);
  const statement = toStatement(work, earlier);
  await saveStatement(statement);
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

function toStatement(work: DayWork, earlier: Statement | undefined): Statement {
  const { merchantId, date, day, at, totals, verdicts, differences, unreachableAccounts } = work;
  const kept = healedBefore(earlier?.differences ?? [], differences);
  const kinds = [...verdicts.values()].map(({ kind }) => kind);
  return {
    merchantId,
    date,
    final: isClosed(day, at),
    generatedAt: at,
    totals,
    // What was healed before is on the statement as such.
    matched: Math.max(0, kinds.filter((kind) => kind === "matched").length - kept.length),
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
