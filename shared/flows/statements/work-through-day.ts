import type { AccountDay } from "../../domain/finance/balance.ts";
import type { DayActivity } from "../../domain/finance/day-activity.ts";
import {
  type DayCursor,
  type DayFindings,
  type DayProgress,
  type DaySums,
  findingsIn,
  partsOf,
  type Verdict,
} from "../../domain/finance/day-progress.ts";
import type { BalanceLine } from "../../domain/finance/movement.ts";
import {
  addDifferences,
  type Difference,
  type PayoutThatDay,
  type Total,
} from "../../domain/finance/statement.ts";
import type { TimeWindow } from "../../domain/finance/time-window.ts";
import { saveDayLines } from "../../ledger/statement-lines.ts";
import type { StatementWork } from "../../ledger/statement-work.ts";
import { findStatement } from "../../ledger/statements.ts";
import { findPart } from "../../ledger/work.ts";

/**
 * A merchant's day while it is being looked through. At every moment it may be kept, and gone on with: totals and
 * cursor move together, at the end of a page, and a verdict stands from the moment at which it is found. So a page
 * that is looked through again adds its money once, and asks for nothing that it has judged before.
 * However large the day is, memory holds what was found since it was last kept, the newest verdicts, and one slice.
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
  payoutsReturned: PayoutThatDay[];
  /** What moved on each balance; the same. */
  accounts: AccountDay[];
  lines: number;
  sums: DaySums;
  /** Moves with the cursor of the events. */
  activity: DayActivity;
  /** They move with the totals too, and are saved before the cursor is. */
  unsavedLines: BalanceLine[];
  /** By intent; by charge where there is no intent. The newest ones while money is looked through, then a slice's. */
  verdicts: Map<string, Verdict>;
  /** Those of the verdicts that are kept. */
  keptVerdicts: ReadonlyMap<string, Verdict>;
  /** Not kept yet. */
  differences: Difference[];
  unreachableAccounts: Set<string>;
  cursor: DayCursor;
  limits: DayLimits;
  /** What was found is to be kept now, however little it is. */
  mustKeep: boolean;
  /** As it was kept last: it names the parts. */
  record: StatementWork;
};

/** How much is held at a time. */
export type DayLimits = {
  /** So many lines are summed at once. */
  sliceLines: number;
  /** So many findings wait to be kept. */
  unkept: number;
  /** So many verdicts are known without being looked up: a refund often follows its charge within the day. */
  knownVerdicts: number;
};

const DAY_LIMITS: DayLimits = { sliceLines: 50_000, unkept: 10_000, knownVerdicts: 10_000 };

/** What was found before is no longer stored: the day must be looked through again. */
export class FindingsGone extends Error {
  override readonly name = "FindingsGone";
}

/** What the runs before have found; the newest of their verdicts is known again. */
export async function resumeDay(
  work: StatementWork,
  day: TimeWindow,
  { traceId, limits = DAY_LIMITS }: { traceId: string; limits?: DayLimits | undefined },
): Promise<DayWork> {
  const { date, cursor, totals, unreachableAccounts, payouts, lines, sums } = work.progress;
  const { payoutsReturned, accounts, activity } = work.progress;
  const newest: [string, Verdict][][] = [];
  for (const name of work.parts.toReversed()) {
    if (newest.flat().length >= limits.knownVerdicts) break;
    newest.unshift((await findingsOf(work, name)).verdicts);
  }
  return {
    merchantId: work.merchantId,
    date,
    day,
    at: work.startedAt,
    traceId,
    totals,
    payouts: [...payouts],
    payoutsReturned: [...payoutsReturned],
    accounts,
    lines,
    sums: structuredClone(sums),
    activity,
    unsavedLines: [],
    verdicts: new Map(newest.flat()),
    keptVerdicts: new Map(newest.flat()),
    differences: [],
    unreachableAccounts: new Set(unreachableAccounts),
    cursor: structuredClone(cursor),
    limits,
    mustKeep: false,
    record: work,
  };
}

/** All that was kept, part by part, in its order. */
export async function* keptFindings({ record }: DayWork): AsyncGenerator<DayFindings, void> {
  for (const name of record.parts) yield findingsOf(record, name);
}

async function findingsOf(work: StatementWork, name: string): Promise<DayFindings> {
  const part = await findPart(work, name);
  if (part === undefined) throw new FindingsGone("The intermediate results of a day are no longer stored.");
  return findingsIn(part);
}

/**
 * The sums with more in them. The caller puts them into the work together with the cursor, with no wait between: what is
 * kept after a failure must have both or neither.
 */
export async function sumsWith(
  { sums, merchantId, date }: DayWork,
  verdicts: Iterable<Verdict>,
  differences: readonly Difference[],
): Promise<DaySums> {
  const counts = { ...sums.verdicts };
  for (const { kind } of verdicts) counts[kind] = (counts[kind] ?? 0) + 1;
  if (differences.length === 0) return { ...sums, verdicts: counts };
  const earlier = await findStatement(merchantId, date);
  const found = addDifferences(sums.differences, differences, earlier?.differences ?? []);
  return { ...sums, verdicts: counts, differences: found };
}

/** Where something of an account was read before it was lost, that is in the totals, and cannot be read again. */
export function noteUnreachable({ cursor, unreachableAccounts }: DayWork, accountId: string): void {
  unreachableAccounts.add(accountId);
  const wasRead = cursor.movements?.accountId === accountId || cursor.accountIds.includes(accountId);
  if (wasRead) cursor.lostAccountIds = [...new Set([...(cursor.lostAccountIds ?? []), accountId])];
}

/** Whether it is time to keep what was found, however short the time since the last time was. */
export const isFull = (work: DayWork): boolean =>
  work.mustKeep ||
  work.unsavedLines.length + work.differences.length + work.verdicts.size - work.keptVerdicts.size >=
    work.limits.unkept;

export const unkeptVerdicts = ({ verdicts, keptVerdicts }: DayWork): [string, Verdict][] =>
  [...verdicts].filter(([key, verdict]) => keptVerdicts.get(key) !== verdict);

/**
 * For `LongWork.keep`: each finding is handed over once, and a verdict once more where it was corrected since. What was
 * handed over is forgotten, but for the newest verdicts; while a slice is summed all of its verdicts are known.
 */
export async function keepDay(work: DayWork): Promise<{ progress: DayProgress; findings: string[] }> {
  await saveLines(work);
  const { differences } = work;
  const findings = partsOf({ verdicts: unkeptVerdicts(work), differences });
  [work.differences, work.mustKeep] = [[], false];
  if (!work.cursor.slices) forgetOldest(work);
  work.keptVerdicts = new Map(work.verdicts);
  return { progress: progressOf(work), findings };
}

/** No other write of any run has this version and this run's id: only lines count that the statement names. */
export async function saveLines(work: DayWork): Promise<void> {
  if (work.unsavedLines.length === 0) return;
  const run = `${work.traceId}.${work.record.version}`;
  const saved = await saveDayLines(work, run, work.unsavedLines);
  work.sums = { ...work.sums, lines: [...work.sums.lines, saved] };
  work.unsavedLines = [];
}

function forgetOldest({ verdicts, limits }: DayWork): void {
  let tooMany = verdicts.size - limits.knownVerdicts;
  for (const key of verdicts.keys()) {
    if (tooMany-- <= 0) break;
    verdicts.delete(key);
  }
}

const progressOf = (work: DayWork): DayProgress => ({
  date: work.date,
  cursor: structuredClone(work.cursor),
  totals: work.totals,
  unreachableAccounts: [...work.unreachableAccounts],
  payouts: [...work.payouts],
  payoutsReturned: [...work.payoutsReturned],
  accounts: work.accounts,
  lines: work.lines,
  sums: structuredClone(work.sums),
  activity: work.activity,
});
