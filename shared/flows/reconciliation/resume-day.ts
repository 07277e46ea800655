import { Failure } from "../../domain/failure.ts";
import type { Slice } from "../../domain/finance/pull.ts";
import type { Difference, Total } from "../../domain/finance/statement.ts";
import { remainingMs } from "../../invocation.ts";
import { findStatementWork, saveStatementWork } from "../../ledger/statement-work.ts";

/** What an intent turned out to be. `foreign`: it carries the id of a payment that is not its own. */
export type Verdict =
  | { kind: "matched" | "differs"; svcPaymentId: string }
  | { kind: "merchants_own" }
  | { kind: "foreign" };

/** How far a day was looked through, page by page: what stands here is not looked at again. */
type Progress = {
  /** Accounts whose money was looked through, and where it is continued of the next one. */
  accountIds: string[];
  movements?: { accountId: string; sinceMs: number; after?: string | undefined } | undefined;
  /** Of the ledger's payments: where the last page ended. */
  payments?: { paymentSort: string } | undefined;
};

/**
 * A merchant's day while it is being looked through. At every moment it may be kept, and gone on with: totals and
 * progress move together, at the end of a page, and a verdict stands from the moment at which it is found. So a page
 * that is looked through again adds its money once, and asks for nothing that it has judged before.
 */
export type DayWork = {
  merchantId: string;
  date: string;
  day: Slice;
  at: number;
  traceId: string;
  totals: Total[];
  /** By intent; by charge where there is no intent. */
  verdicts: Map<string, Verdict>;
  differences: Difference[];
  unreachableAccounts: Set<string>;
  progress: Progress;
};

export type DayGiven = Pick<DayWork, "merchantId" | "date" | "day" | "at" | "traceId">;

export const openDayWork = (given: DayGiven): DayWork => ({
  ...given,
  totals: [],
  verdicts: new Map(),
  differences: [],
  unreachableAccounts: new Set(),
  progress: { accountIds: [] },
});

/** What an earlier run had found when it came to no end. */
export async function findDayWork(given: DayGiven): Promise<DayWork | undefined> {
  const text = await findStatementWork(given, given.at);
  if (text === undefined) return undefined;
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

export const saveDayWork = (work: DayWork): Promise<void> =>
  saveStatementWork(work, { runId: work.traceId, text: textOf(work), at: work.at });

function textOf(work: DayWork): string {
  const { totals, differences, progress } = work;
  const verdicts = [...work.verdicts];
  const unreachableAccounts = [...work.unreachableAccounts];
  const kept: Kept = { totals, differences, progress, verdicts, unreachableAccounts };
  return JSON.stringify(kept);
}

/** Too little for one more page. */
const RESERVE_MS = 30_000;

export const isTimeUsedUp = (): boolean => remainingMs() < RESERVE_MS;

/** Before a page. */
export function requireTime(): void {
  if (isTimeUsedUp())
    throw new Failure("service_unavailable", "The statement could not be finished in time; it will go on.");
}
