import { EVENT_TTL_SECONDS } from "../../domain/events/event.ts";
import { Failure } from "../../domain/failure.ts";
import { dateOf, datesBetween, isClosed, monthOf, notADay, parseDay } from "../../domain/finance/day.ts";
import { accountsOf } from "../../domain/finance/reconciliation.ts";
import type { TimeWindow } from "../../domain/finance/time-window.ts";
import { isoTime } from "../../domain/time.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findStatementWork, type StatementWork, startStatementWork } from "../../ledger/statement-work.ts";
import { findStatement, listMadeDays } from "../../ledger/statements.ts";
import { endWork } from "../../ledger/work.ts";
import { isTimeUsedUp } from "../../runtime/invocation.ts";
import { longRunOf, PATIENCE_MS, runLongWork, type WholeInvocation } from "../run-long-work.ts";
import { tellOwnEvent } from "../sync.ts";
import { countDayEvents } from "./count-day-events.ts";
import { finishSlices } from "./finish-slices.ts";
import { finishStatement, type MadeStatement, type StandingStatement } from "./finish-statement.ts";
import { reconcileIntents } from "./reconcile-intents.ts";
import { reconcileMovements } from "./reconcile-movements.ts";
import {
  type DayLimits,
  type DayWork,
  FindingsGone,
  isFull,
  keepDay,
  resumeDay,
} from "./work-through-day.ts";

/*
 * The statement of a merchant's day proves that ledger and processor agree, or says where they do not.
 *
 *   movements  all money that moved that day on the merchant's accounts, former ones too, leads to payments, old or new.
 *   intents    the unpaid intents of that day are listed, a hundred for each call, and compared with their payments.
 *   slices     what was found is summed slice by slice, so that memory holds only a part of a large day.
 *   ledger     the ledger's payments of that day that neither led to are fetched from the processor, one by one.
 *   events     what customers did that day is counted by their own currency, for the console's overview.
 *   heal       the ordinary sync writes what the processor knows better. The rest stays a difference.
 *   write      the statement, and tell of a month that it completes. Made again, it says the same, or what has changed.
 *
 * It is long work (flows/run-long-work.ts): a run that stops keeps what it has found, and the next run goes on from there.
 * The clock asks each day for the days that have no final statement yet, at most the 60 newest of a merchant.
 */

/** `limits`: how much is held at a time; a test has smaller ones. */
type StatementRun = WholeInvocation & { limits?: DayLimits };

/** By hand: afresh, and without a hurry. */
export async function makeStatement(
  merchant: Merchant,
  date: string,
  run: StatementRun,
): Promise<MadeStatement> {
  const end = await runDay(merchant, await startDay(merchant, date, run), run);
  if (end.kind === "made") return end;
  if (end.kind === "stands") throw new Failure("invalid_request", whyItStands(end));
  throw new Failure(
    "service_unavailable",
    "Another run is creating this statement. Try again in a few minutes.",
  );
}

/** An operator reads one line, and what differs on accounts that can still be read is in it. */
function whyItStands({ statement, lostAccounts, open }: StandingStatement): string {
  const named = open.open
    .slice(0, MAX_NAMED)
    .map((it) => `${it.kind.replaceAll("_", " ")} ${it.svcPaymentId}`);
  const more = open.openCount > MAX_NAMED ? ` and ${open.openCount - MAX_NAMED} more` : "";
  return (
    `${lostAccounts.join(", ")} can no longer be read, so the statement of ${statement.date} stays as it was created at ` +
    `${isoTime(statement.generatedAt)}. ` +
    (named.length > 0
      ? `Differences elsewhere: ${named.join(", ")}${more}.`
      : "There are no other differences.")
  );
}

const MAX_NAMED = 10;

/** `final`: it was before. `put_aside`: there was too little time; the due list has it. `overtaken`: by another run. */
export type StatementEnd = { kind: "final" | "put_aside" | "overtaken" } | MadeStatement | StandingStatement;

/** As the clock asks for it: only what is not final yet, and from where a run before has stopped. */
export async function resumeStatement(
  merchant: Merchant,
  date: string,
  run: StatementRun,
): Promise<StatementEnd> {
  const { merchantId } = merchant;
  const standing = await findStatementWork(merchantId, date);
  const running = standing?.state === "running" ? standing : undefined;
  if ((await findStatement(merchantId, date))?.final) {
    // A run has died between the statement and its mark, and may not have told of the month.
    if (running) {
      await sendReportReady(merchant, date, run.now());
      await endWork(running, { progress: running.progress, parts: [], runId: run.traceId });
    }
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
  run: StatementRun,
): Promise<Exclude<StatementEnd, { kind: "final" }>> {
  const { date } = begun.progress;
  try {
    return await goOn(merchant, begun, run);
  } catch (error) {
    if (!(error instanceof FindingsGone)) throw error;
    return goOn(merchant, await startDay(merchant, date, run), run);
  }
}

async function goOn(
  merchant: Merchant,
  begun: StatementWork,
  run: StatementRun,
): Promise<Exclude<StatementEnd, { kind: "final" }>> {
  const work = await resumeDay(begun, dayOf(begun.progress.date), run);
  let written: MadeStatement | StandingStatement | undefined;
  const { kind } = await runLongWork(
    begun,
    {
      pages: pagesOf(merchant, work),
      keep: () => keepDay(work),
      isFull: () => isFull(work),
      onKept: (record) => {
        work.record = record;
      },
      finish: async () => {
        written = await finishStatement(merchant, work);
        if (written.statement.final) await sendReportReady(merchant, work.date, run.now());
      },
    },
    longRunOf(run),
  );
  // The statement is stored, even if another run marks the work as done.
  if (written) return written;
  return { kind: kind === "put_aside" ? "put_aside" : "overtaken" };
}

async function* pagesOf(merchant: Merchant, work: DayWork): AsyncGenerator<void, void> {
  for (const accountId of accountsOf(merchant)) yield* reconcileMovements(accountId, work);
  for (const accountId of accountsOf(merchant)) yield* reconcileIntents(accountId, work);
  yield* finishSlices(work);
  yield* countDayEvents(work);
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
  if (day.untilMs <= createdAt)
    throw new Failure("invalid_request", `The merchant was created after ${date}.`);
  return day;
}

/**
 * Called once a day is final, in whatever order days become so: the one that comes last finds its month complete. The
 * event's id follows from merchant and month, so a repeated call, or a later correction of a day, records nothing more.
 * That holds as long as events are stored: a month that ended before that is not told.
 */
async function sendReportReady(merchant: Merchant, date: string, at: number): Promise<void> {
  const { month, from, to } = monthOf(date);
  const last = parseDay(to);
  const accountId = accountsOf(merchant).at(-1);
  if (!last || !isClosed(last, at) || !accountId) return;
  if (at >= last.untilMs + EVENT_TTL_SECONDS * 1000) return;
  if (!(await isComplete(merchant, from, to))) return;
  await tellOwnEvent({
    type: "report.ready",
    about: [merchant.merchantId, month],
    object: { object: "report", id: month },
    merchantId: merchant.merchantId,
    accountId,
    at,
  });
}

/** Of its first month a merchant has the days since it came. */
async function isComplete({ merchantId, createdAt }: Merchant, from: string, to: string): Promise<boolean> {
  const came = dateOf(createdAt);
  const first = came > from ? came : from;
  const days = await listMadeDays(merchantId, first, to);
  return days.filter(({ final }) => final).length === datesBetween(first, to).length;
}
