import { isDeepStrictEqual } from "node:util";
import { Failure } from "../../domain/failure.ts";
import type { AccountDay } from "../../domain/finance/balance.ts";
import { dayAfter, isClosed } from "../../domain/finance/day.ts";
import { accountsOf } from "../../domain/finance/reconciliation.ts";
import {
  boundDifferences,
  changesBetween,
  type FoundDifferences,
  healedBefore,
  lostSince,
  type Statement,
} from "../../domain/finance/statement.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findStatement, saveStatement } from "../../ledger/statements.ts";
import { count, log } from "../../runtime/logger.ts";
import { hasItsEvents } from "./count-day-events.ts";
import { withBalances } from "./report-balance.ts";
import type { DayWork } from "./work-through-day.ts";

/*
 * What a run has found of a day becomes its statement. Of two the one stays whose looking began later, with one exception:
 * what was read of an account before its merchant took it away can never be read again, and stands on the earlier
 * statement alone. A run that could not read it must not put an empty one in its place.
 *
 *   the earlier one is final   It stays as it is. Only a person asks for such a day, and is told.
 *   it is not                  Its numbers stay, with the accounts that are lost, and are final once none of these is the
 *                              merchant's own any more. But where it was made before the day was over and something was
 *                              found on another account, the whole day of that one is worth more, and is written. A run
 *                              that found nothing replaces no numbers: the merchant may have come back later with an
 *                              account that did not exist on that day.
 *
 * In each case the work is done: nothing is gained by trying again.
 */

/** `changes`: what an earlier statement of the day had found otherwise; undefined where there was none. */
export type MadeStatement = { kind: "made"; statement: Statement; changes: string[] | undefined };

/** `lostAccounts`: why it stands. `open`: what this run could not heal on accounts that it could read. */
export type StandingStatement = {
  kind: "stands";
  statement: Statement;
  lostAccounts: string[];
  open: Pick<FoundDifferences, "open" | "openCount">;
};

export async function finishStatement(
  merchant: Merchant,
  work: DayWork,
): Promise<MadeStatement | StandingStatement> {
  const earlier = await findStatement(work.merchantId, work.date);
  const lostAccounts = earlier ? lostSince(earlier, work.unreachableAccounts) : [];
  if (earlier && lostAccounts.length > 0 && isWorthMore(earlier, merchant, work))
    return keepStanding(merchant, work, { earlier, lostAccounts });
  const statement: Statement = {
    ...toStatement(work, earlier),
    final: isFinal(merchant, work),
    payouts: work.payouts,
    payoutsReturned: work.payoutsReturned,
    accounts: work.accounts.map((account) => withEarlier(account, earlier)),
    lines: work.sums.lines,
    ...activityOf(work, earlier),
  };
  await saveAndReport(statement, earlier, work);
  return { kind: "made", statement, changes: earlier && changesBetween(earlier, statement) };
}

/** A day whose events are gone says what it said before. */
const activityOf = (work: DayWork, earlier: Statement | undefined): Pick<Statement, "activity"> => {
  const activity = hasItsEvents(work) ? work.activity : earlier?.activity;
  return activity ? { activity } : {};
};

/** What the processor's balance was can be asked for on the next day only, and still holds where the same moved. */
function withEarlier(account: AccountDay, earlier: Statement | undefined): AccountDay {
  if (account.known?.at === "closing") return account;
  const before = earlier?.accounts.find(({ accountId }) => accountId === account.accountId);
  const isSame = earlier?.final && isDeepStrictEqual(before?.moves, account.moves);
  return isSame && before?.known ? { ...account, known: before.known } : account;
}

/** What it could not read this run could not read either, and what this run could read it has a whole day of. */
function isWorthMore(earlier: Statement, merchant: Merchant, work: DayWork): boolean {
  const isLost = (accountId: string) => work.unreachableAccounts.has(accountId);
  if (!earlier.unreachableAccounts.every(isLost)) return false;
  if (earlier.final || isClosed(work.day, earlier.generatedAt)) return true;
  return isEmpty(work) || accountsOf(merchant).every(isLost);
}

const isEmpty = ({ totals, sums, payouts }: DayWork): boolean =>
  totals.length === 0 && Object.keys(sums.verdicts).length === 0 && payouts.length === 0;

async function keepStanding(
  merchant: Merchant,
  work: DayWork,
  { earlier, lostAccounts }: { earlier: Statement; lostAccounts: string[] },
): Promise<StandingStatement> {
  const unreachableAccounts = [...work.unreachableAccounts];
  const statement = earlier.final
    ? earlier
    : { ...earlier, final: isFinal(merchant, work), keptAt: work.at, unreachableAccounts, lostAccounts };
  if (earlier.final) reportDifferences(work);
  else await saveAndReport(statement, earlier, work);
  return { kind: "stands", statement, lostAccounts, open: work.sums.differences };
}

/** Balances are compared before the write: a final statement is not looked at again, so a failure here must repeat it. */
async function saveAndReport(
  statement: Statement,
  earlier: Statement | undefined,
  work: DayWork,
): Promise<void> {
  const dates = await findDifferingBalances(statement);
  await save(statement, earlier);
  reportDifferences(work);
  reportDifferingBalances(work.merchantId, dates);
}

/** One that misses an account replaces only what it was compared with: another run may have read more meanwhile. */
async function save(statement: Statement, earlier: Statement | undefined): Promise<void> {
  const isPartial = statement.unreachableAccounts.length > 0;
  const isSaved = await saveStatement(statement, isPartial ? { read: earlier?.generatedAt } : undefined);
  if (isPartial && !isSaved)
    throw new Failure("service_unavailable", "Another run has created this statement. Retrieve it again.");
  count("Statements");
}

/** The merchant's own account may be readable tomorrow, so such a day is made again. A detached account never is. */
const isFinal = ({ account }: Merchant, { day, at, unreachableAccounts }: DayWork): boolean =>
  isClosed(day, at) && !(account && unreachableAccounts.has(account.processorAccountId));

function toStatement(
  work: DayWork,
  earlier: Statement | undefined,
): Omit<Statement, "final" | "payouts" | "payoutsReturned" | "accounts" | "lines" | "activity"> {
  const { merchantId, date, at, totals } = work;
  const { verdicts, differences } = work.sums;
  const unreachableAccounts = [...work.unreachableAccounts];
  const { lostAccountIds: lostAccounts = [] } = work.cursor;
  const kept = healedBefore(earlier?.differences ?? [], differences);
  const healedPayments = kept.filter(({ kind }) => kind !== "dispute_differs");
  return {
    merchantId,
    date,
    generatedAt: at,
    totals,
    // What was healed before is on the statement as such; a dispute's payment matched beside it then, too.
    matched: Math.max(0, (verdicts.matched ?? 0) - healedPayments.length),
    merchantsOwn: verdicts.merchants_own ?? 0,
    unexplained: verdicts.unexplained ?? 0,
    ...boundDifferences(differences, kept),
    unreachableAccounts,
    ...(lostAccounts.length > 0 && { lostAccounts }),
  };
}

/** A person must look at unexplained money, too. */
function reportDifferences({ merchantId, date, sums }: DayWork): void {
  const { openCount, healedCount } = sums.differences;
  const toLookAt = openCount + (sums.verdicts.unexplained ?? 0);
  if (healedCount > 0) count("HealedPayments", healedCount);
  if (toLookAt === 0) return;
  count("StatementDifferences", toLookAt);
  log("error", "ledger and processor differ", { merchantId, date });
}

/**
 * The dates on which the processor has another balance than the day before and the lines give. The day after is compared
 * too: days are made in any order and again, and each begins with what the one before has ended with.
 */
async function findDifferingBalances(statement: Statement): Promise<string[]> {
  if (!statement.final) return [];
  const next = await findStatement(statement.merchantId, dayAfter(statement.date));
  const days = await withBalances(next?.final ? [statement, next] : [statement]);
  return days.filter(({ balance }) => balance.isDiffering).map(({ date }) => date);
}

function reportDifferingBalances(merchantId: string, dates: readonly string[]): void {
  for (const date of dates) {
    count("BalanceDifferences");
    log("error", "the balance of a day does not add up", { merchantId, date });
  }
}
