import { type DayProgress, newDayProgress } from "../domain/finance/day-progress.ts";
import { statementWorkKey } from "./table.ts";
import { findWork, RECONCILIATION_TTL_SECONDS, startWork, type WorkRecord } from "./work.ts";

export type StatementWork = WorkRecord<DayProgress>;

export type NewStatementWork = {
  merchantId: string;
  date: string;
  runId: string;
  at: number;
  /** When the due list looks for it, should its run have died. */
  dueAtMs: number;
};

/** From the day's beginning, also if a run is working on it: that run is overtaken. */
export const startStatementWork = ({ date, ...work }: NewStatementWork): Promise<StatementWork> =>
  startWork(statementWorkKey(work.merchantId, date), {
    ...work,
    progress: newDayProgress(date),
    ttlSeconds: RECONCILIATION_TTL_SECONDS,
  });

export const findStatementWork = (merchantId: string, date: string): Promise<StatementWork | undefined> =>
  findWork(statementWorkKey(merchantId, date));
