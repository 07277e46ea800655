import type { Overview } from "../../api/types.ts";

type Day = Overview["money"]["days"][number];
type Total = Day["totals"][number];

/** The one of most payments comes first; of equal ones by the alphabet. */
export function currenciesOf(days: readonly Day[]): string[] {
  const counts: Record<string, number> = {};
  for (const { currency, payments } of days.flatMap(({ totals }) => totals))
    counts[currency] = (counts[currency] ?? 0) + payments;
  return Object.entries(counts)
    .sort()
    .sort(([, one], [, other]) => other - one)
    .map(([currency]) => currency);
}

export const totalOf = ({ totals }: Day, currency: string): Total | undefined =>
  totals.find((total) => total.currency === currency);

type Part = Exclude<keyof Total, "currency">;

/**
 * Each part of the same days, so that the parts add up to the net: those with a statement. Before the first statement
 * what was counted, without what is not known yet (null). `open`: today, yesterday before its statement, and other
 * days whose money has none.
 */
export function sumsOf(days: readonly Day[], currency: string) {
  const open = days.filter((day, nth) => {
    const total = totalOf(day, currency);
    return total ? total.netCents === null : !day.isFinal && (!day.isComplete || nth > days.length - 3);
  });
  const hasClosed = days.some((day) => !open.includes(day) && totalOf(day, currency));
  const summed = hasClosed ? days.filter((day) => !open.includes(day)) : days;
  const sumOf = (part: Part): number | null =>
    summed.reduce<number | null>((sum, day) => {
      const total = totalOf(day, currency);
      const cents = total ? total[part] : 0;
      return sum === null || cents === null ? null : sum + cents;
    }, 0);
  return { sumOf, hasClosed, summed, open };
}

/** What a day's bar shows: its net, or before its statement what is known without the processor's fees. */
export function netOf(day: Day, currency: string): number | null {
  const total = totalOf(day, currency);
  if (!total) return 0;
  if (total.netCents !== null) return total.netCents;
  const { grossCents, refundsCents, disputesCents, platformFeesCents } = total;
  return refundsCents === null ? null : grossCents - refundsCents - disputesCents - platformFeesCents;
}
