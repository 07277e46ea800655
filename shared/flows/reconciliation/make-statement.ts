import { Failure } from "../../domain/failure.ts";
import { isClosed, parseDay } from "../../domain/finance/day.ts";
import { accountsOf } from "../../domain/finance/reconciliation.ts";
import {
  boundDifferences,
  changesBetween,
  healedBefore,
  paymentsThatDay,
  type Statement,
} from "../../domain/finance/statement.ts";
import type { TimeWindow } from "../../domain/finance/time-window.ts";
import { isTimeUsedUp } from "../../invocation.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { savePaymentsThatDay } from "../../ledger/statement-payments.ts";
import { findStatementWork, type StatementWork, startStatementWork } from "../../ledger/statement-work.ts";
import { findStatement, saveStatement } from "../../ledger/statements.ts";
import { endWork } from "../../ledger/work.ts";
import { log } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { longRunOf, PATIENCE_MS, runLongWork, type WholeInvocation } from "../run-long-work.ts";
import { notADay } from "./get-statement.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { reconcileMovements } from "./reconcile-movements.ts";
import { type DayWork, keeperOf, resumeDay } from "./work-through-day.ts";

/*
 * The statement of a merchant's day proves that ledger and processor agree, or says where they do not.
 *
 *   movements  all money that moved that day on the merchant's accounts, former ones included, leads to payments: so
 *              late captures, refunds and disputes of old payments are in, and midnight makes no false difference.
 *   ledger     the ledger's payments of that day that no money has led to are asked for at the processor, one by one.
 *   heal       what the processor knows better is brought in by the ordinary sync; the rest stays a difference.
 *   write      the statement. Made again, it says the same, or what has changed.
 *
 * It is long work (flows/run-long-work.ts): there is no half of a statement, but whatever stops a run, what it has found
 * is kept, and the next run goes on from there; what was healed is healed, and says so on the payment's timeline. Of two
 * statements of a day the one stays whose looking began later.
 *
 * The clock asks each day for every day that has no final statement yet, however many an outage has left.
 */

/** `changes`: what an earlier statement of the day had found otherwise; undefined where there was none. */
export type MadeStatement = { statement: Statement; changes: string[] | undefined };

/** By hand: afresh, and without a hurry. */
export async function makeStatement(
  merchant: Merchant,
  date: string,
  run: WholeInvocation,
): Promise<MadeStatement> {
  const end = await runDay(merchant, await startDay(merchant, date, run), run);
  if (end.kind === "made") return end;
  throw new Failure("service_unavailable", "Another run is making this statement; look again in a while.");
}

/** `final`: it was before. `put_aside`: there was too little time; the due list has it. `overtaken`: by another run. */
export type StatementEnd = { kind: "final" | "put_aside" | "overtaken" } | ({ kind: "made" } & MadeStatement);

/** As the clock asks for it: only what is not final yet, and from where a run before has stopped. */
export async function resumeStatement(
  merchant: Merchant,
  date: string,
  run: WholeInvocation,
): Promise<StatementEnd> {
  const { merchantId } = merchant;
  const standing = await findStatementWork(merchantId, date);
  const running = standing?.state === "running" ? standing : undefined;
  if ((await findStatement(merchantId, date))?.final) {
    // A run has died between the statement and its mark.
    if (running) await endWork(running, { progress: running.progress, parts: [], runId: run.traceId });
    return { kind: "final" };
  }
  const isStale = running && isClosed(dayOf(date), run.now()) && !isClosed(dayOf(date), running.startedAt);
  const work = running && !isStale ? running : await startDay(merchant, date, run);
  try {
    return await runDay(merchant, work, run);
  } catch (error) {
    // Whatever the error says: nothing could be asked for any more.
    if (isTimeUsedUp()) return { kind: "put_aside" };
    throw error;
  }
}

function startDay(
  merchant: Merchant,
  date: string,
  { now, traceId }: WholeInvocation,
): Promise<StatementWork> {
  const { merchantId } = merchant;
  const at = now();
  requireDay(merchant, date, at);
  return startStatementWork({ merchantId, date, runId: traceId, at, dueAtMs: at + PATIENCE_MS });
}

async function runDay(
  merchant: Merchant,
  begun: StatementWork,
  run: WholeInvocation,
): Promise<Exclude<StatementEnd, { kind: "final" }>> {
  const { date } = begun.progress;
  const work = await resumeDay(begun, dayOf(date), run.traceId);
  if (!work) return runDay(merchant, await startDay(merchant, date, run), run);
  let made: MadeStatement | undefined;
  const { kind } = await runLongWork(
    begun,
    {
      pages: pagesOf(merchant, work),
      keep: keeperOf(work),
      finish: async () => {
        made = await writeStatement(merchant, work);
      },
    },
    longRunOf(run),
  );
  // The statement stands, whoever marks the work as done.
  if (made) return { kind: "made", ...made };
  return { kind: kind === "put_aside" ? "put_aside" : "overtaken" };
}

async function* pagesOf(merchant: Merchant, work: DayWork): AsyncGenerator<void, void> {
  for (const accountId of accountsOf(merchant)) yield* reconcileMovements(accountId, work);
  yield* reconcileLedger(work);
}

async function writeStatement(merchant: Merchant, work: DayWork): Promise<MadeStatement> {
  const earlier = await findStatement(work.merchantId, work.date);
  const statement: Statement = {
    ...toStatement(work, earlier),
    final: isFinal(merchant, work),
    payouts: work.payouts,
    payments: await savePaymentsThatDay(work, work.traceId, paymentsThatDay(work.moved)),
  };
  await saveStatement(statement);
  report(work);
  return { statement, changes: earlier && changesBetween(earlier, statement) };
}

function dayOf(date: string): TimeWindow {
  const day = parseDay(date);
  if (!day) throw notADay();
  return day;
}

/** A merchant has no day before it came, and none in the future. */
export function requireDay({ createdAt }: Merchant, date: string, at: number): TimeWindow {
  const day = dayOf(date);
  if (day.sinceMs > at) throw new Failure("invalid_request", `${date} is in the future.`);
  if (day.untilMs <= createdAt) throw new Failure("invalid_request", `The merchant came after ${date}.`);
  return day;
}

/**
 * What could not be read of the merchant's own account may be read tomorrow: such a day is made again. Of an account
 * that was taken away nothing will ever be read.
 */
const isFinal = ({ account }: Merchant, { day, at, unreachableAccounts }: DayWork): boolean =>
  isClosed(day, at) && !(account && unreachableAccounts.has(account.processorAccountId));

function toStatement(work: DayWork, earlier: Statement | undefined): Omit<Statement, "final"> {
  const { merchantId, date, at, totals, verdicts, differences, unreachableAccounts } = work;
  const kept = healedBefore(earlier?.differences ?? [], differences);
  const healedPayments = kept.filter(({ kind }) => kind !== "dispute_differs");
  const kinds = [...verdicts.values()].map(({ kind }) => kind);
  return {
    merchantId,
    date,
    generatedAt: at,
    totals,
    // What was healed before is on the statement as such; a dispute's payment matched beside it then, too.
    matched: Math.max(0, kinds.filter((kind) => kind === "matched").length - healedPayments.length),
    merchantsOwn: kinds.filter((kind) => kind === "merchants_own").length,
    ...boundDifferences([...kept, ...differences]),
    unreachableAccounts: [...unreachableAccounts],
  };
}

function report({ merchantId, date, differences }: DayWork): void {
  const open = differences.filter(({ healed }) => !healed).length;
  count("Statements");
  if (differences.length > open) count("HealedPayments", differences.length - open);
  if (open === 0) return;
  count("StatementDifferences", open);
  log("error", "ledger and processor differ", { merchantId, date });
}
