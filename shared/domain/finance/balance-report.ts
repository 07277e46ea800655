import { type BalanceThatDay, balanceRows, type DayBalance, sumMoves } from "./balance.ts";
import { datesBetween, isClosed, parseDay } from "./day.ts";
import type { Statement, Total } from "./statement.ts";

/**
 * What a day or a range came to in one currency, as a sum: opening + gross − refunds − disputes − fees + returned fees +
 * the merchant's own + other − payouts + returned payouts + difference = closing.
 */
export type ReportRow = BalanceThatDay & {
  grossCents: number;
  refundsCents: number;
  disputesCents: number;
  processorFeesCents: number;
  /** Those taken; what was returned of them is apart. */
  platformFeesCents: number;
  platformFeesReturnedCents: number;
  merchantsOwnNetCents: number;
  otherCents: number;
};

type ReportDay = { date: string; final: boolean; rows: ReportRow[] };

export type BalanceReport = {
  from: string;
  to: string;
  /** Days that are over and have no statement. */
  missingDays: string[];
  /** Days that are not over and booked yet, or that will be made again. */
  notFinalDays: string[];
  /** The last day's closing balance is the processor's own. */
  balanceChecked: boolean;
  rows: ReportRow[];
  days: ReportDay[];
};

export const MAX_REPORT_DAYS = 366;

type DayOfReport = Pick<Statement, "date" | "final" | "totals"> & { balance: DayBalance };

/** `first`: the merchant's first day; none before it is missing. `days` are in their order. */
export function reportBalance(
  days: readonly DayOfReport[],
  { from, to, first, at }: { from: string; to: string; first: string; at: number },
): BalanceReport {
  const made = new Map(days.map((day) => [day.date, day]));
  const dates = datesBetween(from > first ? from : first, to).reverse();
  const isOver = (date: string) => {
    const day = parseDay(date);
    return day !== undefined && isClosed(day, at);
  };
  const [opening, closing] = [made.get(dates[0] ?? ""), made.get(dates.at(-1) ?? "")];
  const ends = { opening: opening?.balance.opening, closing: closing?.balance.closing };
  return {
    from,
    to,
    missingDays: dates.filter((date) => !made.has(date) && isOver(date)),
    notFinalDays: dates.filter((date) => (made.has(date) ? !made.get(date)?.final : !isOver(date))),
    balanceChecked: closing?.balance.isChecked ?? false,
    rows: rowsOf(
      days.flatMap(({ totals }) => totals),
      { ...ends, moves: days.flatMap(({ balance }) => balance.moves) },
    ),
    days: days.map(({ date, final, totals, balance }) => ({ date, final, rows: rowsOf(totals, balance) })),
  };
}

type Ends = Pick<DayBalance, "opening" | "closing" | "moves">;

/** `totals` and `moves`: several of a currency are added up. */
function rowsOf(totals: readonly Total[], { moves, ...ends }: Ends): ReportRow[] {
  return balanceRows({ ...ends, moves: sumMoves(moves) }).map((row) => {
    const own = totals.filter(({ currency }) => currency === row.currency);
    const sum = (name: keyof Omit<Total, "currency">) => own.reduce((cents, total) => cents + total[name], 0);
    const returnedCents = sum("platformFeesReturnedCents");
    return {
      ...row,
      grossCents: sum("grossCents"),
      refundsCents: sum("refundsCents"),
      disputesCents: sum("disputesCents"),
      processorFeesCents: sum("processorFeesCents"),
      platformFeesCents: sum("platformFeesCents") + returnedCents,
      platformFeesReturnedCents: returnedCents,
      merchantsOwnNetCents: sum("merchantsOwnNetCents"),
      otherCents: sum("otherCents"),
    };
  });
}
