import type { OverviewView } from "../contract/overview.ts";
import { type AttemptCounts, medianResponse } from "../domain/events/event-counts.ts";
import { balanceRows, chainBalances } from "../domain/finance/balance.ts";
import { dateOf } from "../domain/finance/day.ts";
import { addActivity, type DayActivity, noActivity } from "../domain/finance/day-activity.ts";
import type { PayoutThatDay, Statement, Total } from "../domain/finance/statement.ts";
import { isoTime } from "../domain/time.ts";
import { compareText } from "../domain/values.ts";
import type { PayoutRecord } from "../ledger/payouts.ts";

type Hour = { fromMs: number; attempts: AttemptCounts; isComplete: boolean };

export type ShownOverview = {
  /** Newest first. */
  dates: readonly string[];
  /** By date, those that no final statement tells of. */
  days: ReadonlyMap<string, { activity: DayActivity; isComplete: boolean }>;
  hours: readonly Hour[];
  /** Since when all of these days is counted, if some of it is not. */
  countedFrom: number | undefined;
  /** Of the last 30 days, oldest first. */
  statements: readonly Statement[];
  payouts: readonly PayoutRecord[];
  failedInAll: number;
};

export function overviewView(shown: ShownOverview, at: number): OverviewView {
  const { hours, statements, payouts, failedInAll } = shown;
  const days = shown.dates.map((date) => dayOf(date, shown)).reverse();
  return {
    asOf: isoTime(at),
    sales: { currencies: salesCurrencies(shown), days: days.map(salesOfDay) },
    balance: {
      currencies: [...new Set(statements.flatMap(settledCurrencies))],
      days: days.map(balanceOfDay),
      closing: closingView(statements),
    },
    attempts: attemptsView(days, shown.countedFrom),
    webhooks: webhooksView(hours, failedInAll),
    payouts: {
      next: payoutBrief(payouts.findLast(({ facts }) => isUnderWay(facts.status))),
      last: payoutBrief(payouts.find(({ facts }) => !isUnderWay(facts.status))),
    },
  };
}

type Day = {
  date: string;
  statement: Statement | undefined;
  isFinal: boolean;
  isComplete: boolean;
  activity: DayActivity;
};

function dayOf(date: string, { days, statements }: ShownOverview): Day {
  const statement = statements.find((one) => one.date === date);
  const counted = days.get(date);
  return {
    date,
    statement,
    isFinal: statement?.final ?? false,
    isComplete: counted?.isComplete ?? true,
    activity: counted?.activity ?? statement?.activity ?? noActivity(),
  };
}

const salesOfDay = ({ date, isFinal, isComplete, activity }: Day) => ({
  date,
  isFinal,
  isComplete,
  totals: Object.entries(activity.sales).map(([currency, sales]) => ({
    currency,
    ...sales,
    refundsCents: activity.isUnsure ? null : sales.refundsCents,
  })),
});

/** Of equally many payments by the alphabet. */
function salesCurrencies({ days, statements }: ShownOverview): string[] {
  const counted = [...days.values()].map(({ activity }) => activity);
  const told = statements.filter(({ date }) => !days.has(date)).flatMap(({ activity }) => activity ?? []);
  return Object.entries(addActivity([...told, ...counted]).sales)
    .sort(([one, { payments }], [other, than]) => than.payments - payments || compareText(one, other))
    .map(([currency]) => currency);
}

/** Also where nothing but a payout moved that day: no total has its currency then. */
const settledCurrencies = ({ totals, payouts, payoutsReturned }: Statement): string[] => [
  ...new Set([...totals, ...payouts, ...payoutsReturned].map(({ currency }) => currency)),
];

const balanceOfDay = ({ date, isFinal, statement }: Day) => ({
  date,
  isFinal,
  totals: statement ? settledCurrencies(statement).map((currency) => balanceOf(currency, statement)) : null,
});

function balanceOf(currency: string, { totals, payouts, payoutsReturned }: Statement) {
  const total: Partial<Total> = totals.find((one) => one.currency === currency) ?? {};
  const { platformFeesCents = 0, processorFeesCents = 0, netCents = 0, accountNetCents = 0 } = total;
  return {
    ...{ currency, platformFeesCents, processorFeesCents, netCents: accountNetCents },
    outsideCents: accountNetCents - netCents,
    payoutsCents: paidOut(payouts, currency) - paidOut(payoutsReturned, currency),
  };
}

const paidOut = (payouts: readonly PayoutThatDay[], currency: string): number =>
  payouts
    .filter((payout) => payout.currency === currency)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

function attemptsView(days: readonly Day[], countedFrom: number | undefined): OverviewView["attempts"] {
  const { reasons } = addActivity(days.map(({ activity }) => activity));
  return {
    days: days.map(({ date, activity: { approved, declined }, isComplete }) => ({
      date,
      approved,
      declined,
      isComplete,
    })),
    reasons: Object.entries(reasons)
      .map(([code, count]) => ({ code, count }))
      .sort((one, other) => other.count - one.count),
    from: isoTime(countedFrom ?? Date.parse(days[0]?.date ?? "")),
    isComplete: days.every(({ isComplete }) => isComplete),
  };
}

const webhooksView = (hours: readonly Hour[], failedInAll: number): OverviewView["webhooks"] => ({
  hours: hours.map(({ fromMs, attempts, isComplete }) => ({
    at: isoTime(fromMs),
    delivered: attempts.accepted,
    failed: attempts.failed,
    medianMilliseconds: medianResponse(attempts),
    isComplete,
  })),
  failedInAll,
  ...completeness(hours),
});

/** Counting goes from the newest to the oldest: complete is what lies after the newest gap. */
function completeness(spans: readonly Pick<Hour, "fromMs" | "isComplete">[]): {
  from: string;
  isComplete: boolean;
} {
  const gap = spans.findLastIndex(({ isComplete }) => !isComplete);
  const first = spans[gap + 1] ?? spans.at(-1);
  return { from: isoTime(first?.fromMs ?? 0), isComplete: gap === -1 };
}

/** The days before the last one say what it began with, where the processor's own balance is not known. */
function closingView(statements: readonly Statement[]): OverviewView["balance"]["closing"] {
  const last = chainBalances(statements, undefined).at(-1);
  if (!last?.balance.closing) return null;
  const currencies = balanceRows(last.balance).flatMap(({ currency, closingBalanceCents }) =>
    closingBalanceCents === null ? [] : { currency, closingBalanceCents },
  );
  return { date: last.date, currencies };
}

const isUnderWay = (status: string): boolean => status === "pending" || status === "in_transit";

function payoutBrief(record: PayoutRecord | undefined) {
  if (!record) return null;
  const { payoutId, status, amountCents, currency, arrivesAt } = record.facts;
  return { payoutId, status, amountCents, currency, arrivesOn: dateOf(arrivesAt) };
}
