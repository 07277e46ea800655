import {
  type DayCursor,
  type DayProgress,
  findingsIn,
  partsOf,
  type Verdict,
} from "../../domain/finance/day-progress.ts";
import type { Difference, MovedPayment, PayoutThatDay, Total } from "../../domain/finance/statement.ts";
import type { TimeWindow } from "../../domain/finance/time-window.ts";
import type { StatementWork } from "../../ledger/statement-work.ts";
import { findParts } from "../../ledger/work.ts";
import type { PaymentsByIntent } from "./identify-by-stored-intent.ts";

/**
 * A merchant's day while it is being looked through. At every moment it may be kept, and gone on with: totals and
 * cursor move together, at the end of a page, and a verdict stands from the moment at which it is found. So a page
 * that is looked through again adds its money once, and asks for nothing that it has judged before.
 */
export type DayWork = {
  merchantId: string;
  date: string;
  day: TimeWindow;
  /** When looking began: what happened since may be missing, so a run that began later knows better. */
  at: number;
  traceId: string;
  totals: Total[];
  /** Made that day; moves with the totals, at the end of a page. */
  payouts: PayoutThatDay[];
  /** Every line about a payment of ours; moves with the totals too. */
  moved: MovedPayment[];
  /** By intent; by charge where there is no intent. */
  verdicts: Map<string, Verdict>;
  differences: Difference[];
  unreachableAccounts: Set<string>;
  /** Payments of days that were listed in this run: payment by intent. It is not kept. */
  paymentsByIntent: PaymentsByIntent;
  cursor: DayCursor;
};

/** What the runs before have found. undefined: a part of it is gone, so that it must be found again. */
export async function resumeDay(
  work: StatementWork,
  day: TimeWindow,
  traceId: string,
): Promise<DayWork | undefined> {
  const parts = await findParts(work);
  if (!parts) return undefined;
  const found = parts.map(findingsIn);
  const { date, cursor, totals, unreachableAccounts, payouts = [] } = work.progress;
  return {
    merchantId: work.merchantId,
    date,
    day,
    at: work.startedAt,
    traceId,
    totals,
    payouts: [...payouts],
    moved: found.flatMap(({ moved = [] }) => moved),
    // In the order of their slices: of two verdicts on one intent the later one counts.
    verdicts: new Map(found.flatMap(({ verdicts }) => verdicts)),
    differences: found.flatMap(({ differences }) => differences),
    unreachableAccounts: new Set(unreachableAccounts),
    paymentsByIntent: new Map(),
    cursor: structuredClone(cursor),
  };
}

/** Where something of an account was read before it was lost, that is in the totals, and cannot be read again. */
export function noteUnreachable({ cursor, unreachableAccounts }: DayWork, accountId: string): void {
  unreachableAccounts.add(accountId);
  const wasRead = cursor.movements?.accountId === accountId || cursor.accountIds.includes(accountId);
  if (wasRead) cursor.lostAccountIds = [...new Set([...(cursor.lostAccountIds ?? []), accountId])];
}

/** For `LongWork.keep`: each finding is handed over once, and a verdict once more where it was corrected since. */
export function keeperOf(work: DayWork): () => { progress: DayProgress; findings: string[] } {
  const verdictsKept = new Map(work.verdicts);
  let [differencesKept, movedKept] = [work.differences.length, work.moved.length];
  return () => {
    const { date, cursor, totals, unreachableAccounts, payouts } = work;
    const moved = work.moved.slice(movedKept);
    movedKept += moved.length;
    const verdicts = [...work.verdicts].filter(([key, verdict]) => verdictsKept.get(key) !== verdict);
    const differences = work.differences.slice(differencesKept);
    for (const [key, verdict] of verdicts) verdictsKept.set(key, verdict);
    differencesKept += differences.length;
    const progress = {
      date,
      cursor: structuredClone(cursor),
      totals,
      unreachableAccounts: [...unreachableAccounts],
      payouts: [...payouts],
    };
    return { progress, findings: partsOf({ verdicts, differences, moved }) };
  };
}
