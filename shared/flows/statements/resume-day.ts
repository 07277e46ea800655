import { Failure } from "../../domain/failure.ts";
import type { Slice } from "../../domain/pull.ts";
import type { Difference, Total } from "../../domain/statement.ts";
import { remainingMs } from "../../invocation.ts";
import { findStatementWork, saveStatementWork } from "../../ledger/statement-work.ts";

/** What an intent turned out to be. `foreign`: it carries the id of a payment that is not its own. */
export type Verdict =
  | { kind: "matched" | "differs"; svcPaymentId: string }
  | { kind: "merchants_own" }
  | { kind: "foreign" };

/** How far a day was looked through: what stands here is not looked at again. */
type Progress = {
  /** Accounts whose money was looked through, and where it is continued of the next one. */
  accountIds: string[];
  movements?: { accountId: string; sinceMs: number; after?: string | undefined } | undefined;
  /** Of the ledger's payments: where the last page ended. */
  payments?: { paymentSort: string } | undefined;
};

/** A merchant's day while it is being looked through. */
export type DayWork = {
  merchantId: string;
  date: string;
  day: Slice;
  at: number;
  traceId: string;
  totals: Total[];
  /** By intent; by charge where there is no intent. */
  verdicts: Map<string, Verdict>;
  /** How many of the ledger's payments agree although no money has moved for them that day. */
  unmetMatches: number;
  differences: Difference[];
  unreachableAccounts: Set<string>;
  progress: Progress;
};

export type DayGiven = Pick<DayWork, "merchantId" | "date" | "day" | "at" | "traceId">;

export const openDayWork = (given: DayGiven): DayWork => ({
  ...given,
  totals: [],
  verdicts: new Map(),
  unmetMatches: 0,
  differences: [],
  unreachableAccounts: new Set(),
  progress: { accountIds: [] },
});

/** What an earlier run has found before its time was used up; a new day's work where there was none. */
export async function resumeDayWork(given: DayGiven): Promise<DayWork> {
  const text = await findStatementWork(given, given.at);
  if (text === undefined) return openDayWork(given);
  const { verdicts, unreachableAccounts, ...kept } = JSON.parse(text) as Kept;
  return {
    ...given,
    ...kept,
    verdicts: new Map(verdicts),
    unreachableAccounts: new Set(unreachableAccounts),
  };
}

type Kept = Omit<DayWork, keyof DayGiven | "verdicts" | "unreachableAccounts"> & {
  verdicts: [string, Verdict][];
  unreachableAccounts: string[];
};

function textOf(work: DayWork): string {
  const { totals, unmetMatches, differences, progress } = work;
  const verdicts = [...work.verdicts];
  const unreachableAccounts = [...work.unreachableAccounts];
  const kept: Kept = { totals, unmetMatches, differences, progress, verdicts, unreachableAccounts };
  return JSON.stringify(kept);
}

/** Too little for one more page. */
const RESERVE_MS = 30_000;

/**
 * Between two pages, when everything that was looked at is in the work: a day that is too large for one invocation is
 * put aside, and the message, which comes back, goes on with it. There is no half of a statement.
 */
export async function requireTime(work: DayWork): Promise<void> {
  if (remainingMs() >= RESERVE_MS) return;
  await saveStatementWork(work, { runId: work.traceId, text: textOf(work), at: work.at });
  throw new Failure("service_unavailable", "The statement could not be finished in time; it will go on.");
}
