import type { Overview } from "../../api/types.ts";

type Day = Overview["money"]["days"][number];
type Total = Day["totals"][number];

/** null: not known for every day. */
type Sums = {
  grossCents: number;
  refundsCents: number | null;
  disputesCents: number;
  feesCents: number;
  /** Of the days that have a statement; null: none has. */
  netCents: number | null;
  /** How many days with money have no statement yet. */
  openDays: number;
};

/** The one in which most days had money comes first. */
export function currenciesOf(days: readonly Day[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency } of days.flatMap(({ totals }) => totals))
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

const totalOf = ({ totals }: Day, currency: string): Total | undefined =>
  totals.find((total) => total.currency === currency);

export function sumsOf(days: readonly Day[], currency: string): Sums {
  const totals = days.flatMap((day) => totalOf(day, currency) ?? []);
  const sum = (of: (total: Total) => number) => totals.reduce((all, total) => all + of(total), 0);
  const closed = totals.filter(({ netCents }) => netCents !== null);
  return {
    grossCents: sum(({ grossCents }) => grossCents),
    refundsCents: totals.some(({ refundsCents }) => refundsCents === null)
      ? null
      : sum(({ refundsCents }) => refundsCents ?? 0),
    disputesCents: sum(({ disputesCents }) => disputesCents),
    feesCents: sum(
      ({ platformFeesCents, processorFeesCents }) => platformFeesCents + (processorFeesCents ?? 0),
    ),
    netCents: closed.length > 0 ? closed.reduce((all, { netCents }) => all + (netCents ?? 0), 0) : null,
    openDays: totals.length - closed.length,
  };
}

/** What a day's bar shows: its net, or before its statement what is known without the processor's fees. */
export function netOf(day: Day, currency: string): number | null {
  const total = totalOf(day, currency);
  if (!total) return 0;
  if (total.netCents !== null) return total.netCents;
  const { grossCents, refundsCents, disputesCents, platformFeesCents } = total;
  return refundsCents === null ? null : grossCents - refundsCents - disputesCents - platformFeesCents;
}
