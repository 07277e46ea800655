import type { Overview } from "../../api/types.ts";

type Day = Overview["money"]["days"][number];
type Total = Day["totals"][number];

/** The one in which most days had money comes first. */
export function currenciesOf(days: readonly Day[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency } of days.flatMap(({ totals }) => totals))
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

const totalOf = ({ totals }: Day, currency: string): Total | undefined =>
  totals.find((total) => total.currency === currency);

type Part = Exclude<keyof Total, "currency">;

/**
 * Each part of the same days: those with a statement, so that the parts add up to the net. Before the first statement
 * what was counted, without what is not known yet (null). `openDates`: the days with money and without a statement.
 */
export function sumsOf(days: readonly Day[], currency: string) {
  const all = days.flatMap((day) => {
    const total = totalOf(day, currency);
    return total ? { ...total, date: day.date } : [];
  });
  const open = all.filter(({ netCents }) => netCents === null);
  const hasClosed = open.length < all.length;
  const shown = hasClosed ? all.filter((one) => !open.includes(one)) : all;
  const sumOf = (part: Part): number | null =>
    shown.reduce<number | null>(
      (sum, { [part]: cents }) => (sum === null || cents === null ? null : sum + cents),
      0,
    );
  return { sumOf, hasClosed, openDates: open.map(({ date }) => date) };
}

/** What a day's bar shows: its net, or before its statement what is known without the processor's fees. */
export function netOf(day: Day, currency: string): number | null {
  const total = totalOf(day, currency);
  if (!total) return 0;
  if (total.netCents !== null) return total.netCents;
  const { grossCents, refundsCents, disputesCents, platformFeesCents } = total;
  return refundsCents === null ? null : grossCents - refundsCents - disputesCents - platformFeesCents;
}
