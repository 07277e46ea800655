import type { OverviewView } from "../contract/overview.ts";
import { addCounts, type EventCounts, medianResponse } from "../domain/events/event-counts.ts";
import { balanceRows, chainBalances } from "../domain/finance/balance.ts";
import { dateOf } from "../domain/finance/day.ts";
import type { Statement } from "../domain/finance/statement.ts";
import { isoTime } from "../domain/time.ts";
import type { PayoutRecord } from "../ledger/payouts.ts";

type Span = { fromMs: number; counts: EventCounts; isComplete: boolean };

export type ShownOverview = {
  days: readonly Span[];
  hours: readonly Span[];
  statements: readonly Statement[];
  payouts: readonly PayoutRecord[];
  failedInAll: number;
};

export const overviewView = (
  { days, hours, statements, payouts, failedInAll }: ShownOverview,
  at: number,
): OverviewView => ({
  asOf: isoTime(at),
  money: { days: days.map((day) => moneyOfDay(day, statements)) },
  attempts: attemptsView(days),
  webhooks: webhooksView(hours, failedInAll),
  balance: balanceView(statements),
  payouts: {
    next: payoutBrief(payouts.findLast(({ facts }) => isUnderWay(facts.status))),
    last: payoutBrief(payouts.find(({ facts }) => !isUnderWay(facts.status))),
  },
});

type MoneyDay = OverviewView["money"]["days"][number];

/** The statement's word where there is one. The processor's fees are in no event. */
function moneyOfDay({ fromMs, counts, isComplete }: Span, statements: readonly Statement[]): MoneyDay {
  const date = dateOf(fromMs);
  const statement = statements.find((one) => one.date === date);
  if (statement) {
    const totals = statement.totals.map((total) => ({
      currency: total.currency,
      payments: paymentsIn(counts, total.currency, statement.totals.length === 1),
      grossCents: total.grossCents,
      refundsCents: total.refundsCents,
      disputesCents: total.disputesCents,
      platformFeesCents: total.platformFeesCents,
      processorFeesCents: total.processorFeesCents,
      netCents: total.netCents,
    }));
    return { date, isFinal: statement.final, isComplete: true, totals };
  }
  const totals = Object.entries(counts.money).map(([currency, money]) => ({
    currency,
    ...money,
    refundsCents: counts.isUnsure ? null : money.refundsCents,
    processorFeesCents: null,
    netCents: null,
  }));
  return { date, isFinal: false, isComplete, totals };
}

/** Events tell the currency of the charge. Where all of a day settled in one currency, all of its payments did. */
const paymentsIn = ({ money }: EventCounts, currency: string, isOnlyOne: boolean): number =>
  isOnlyOne
    ? Object.values(money).reduce((sum, { payments }) => sum + payments, 0)
    : (money[currency]?.payments ?? 0);

function attemptsView(days: readonly Span[]): OverviewView["attempts"] {
  const { reasons } = addCounts(days.map(({ counts }) => counts));
  return {
    days: days.map(({ fromMs, counts: { approved, declined }, isComplete }) => ({
      date: dateOf(fromMs),
      approved,
      declined,
      isComplete,
    })),
    reasons: Object.entries(reasons)
      .map(([code, count]) => ({ code, count }))
      .sort((one, other) => other.count - one.count),
    ...completeness(days),
  };
}

const webhooksView = (hours: readonly Span[], failedInAll: number): OverviewView["webhooks"] => ({
  hours: hours.map(({ fromMs, counts, isComplete }) => ({
    at: isoTime(fromMs),
    delivered: counts.delivered,
    retrying: counts.retrying,
    failed: counts.failed,
    waiting: counts.waiting,
    medianMilliseconds: medianResponse(counts),
    isComplete,
  })),
  failedInAll,
  medianMilliseconds: medianResponse(addCounts(hours.map(({ counts }) => counts))),
  ...completeness(hours),
});

/** Counting goes from the newest to the oldest: complete is what lies after the newest gap. */
function completeness(spans: readonly Span[]): { from: string; isComplete: boolean } {
  const gap = spans.findLastIndex(({ isComplete }) => !isComplete);
  const first = spans[gap + 1] ?? spans.at(-1);
  return { from: isoTime(first?.fromMs ?? 0), isComplete: gap === -1 };
}

/** Of the last statement. The days before it say what it began with, where the processor's own balance is not known. */
function balanceView(statements: readonly Statement[]): OverviewView["balance"] {
  const last = chainBalances(statements.toReversed(), undefined).at(-1);
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
