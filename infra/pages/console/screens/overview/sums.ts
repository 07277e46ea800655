import type { Overview } from "../../api/types.ts";

type SalesDay = Overview["sales"]["days"][number];
type Sales = Omit<SalesDay["totals"][number], "currency">;
type BalanceDay = Overview["balance"]["days"][number];
type Settled = Omit<NonNullable<BalanceDay["totals"]>[number], "currency">;

const NO_SALES: Sales = { payments: 0, grossCents: 0, refundsCents: 0, disputesCents: 0 };
const NOTHING: Settled = {
  ...{ platformFeesCents: 0, processorFeesCents: 0, netCents: 0, outsideCents: 0, payoutsCents: 0 },
};

export const salesOn = ({ totals }: SalesDay, currency: string): Sales =>
  totals.find((total) => total.currency === currency) ?? NO_SALES;

/** Refunds that are not known on one day are not known of all. */
export const salesOf = (days: readonly SalesDay[], currency: string): Sales =>
  days
    .map((day) => salesOn(day, currency))
    .reduce(
      (sum, day) => ({
        payments: sum.payments + day.payments,
        grossCents: sum.grossCents + day.grossCents,
        refundsCents:
          sum.refundsCents === null || day.refundsCents === null ? null : sum.refundsCents + day.refundsCents,
        disputesCents: sum.disputesCents + day.disputesCents,
      }),
      NO_SALES,
    );

/** null: the day has no statement yet. */
export const settledOn = ({ totals }: BalanceDay, currency: string): Settled | null =>
  totals && (totals.find((total) => total.currency === currency) ?? NOTHING);

/** Of the days that have a statement; `open` are the others. */
export function settledOf(days: readonly BalanceDay[], currency: string) {
  const sum = days
    .flatMap((day) => settledOn(day, currency) ?? [])
    .reduce(
      (all, day) => ({
        platformFeesCents: all.platformFeesCents + day.platformFeesCents,
        processorFeesCents: all.processorFeesCents + day.processorFeesCents,
        netCents: all.netCents + day.netCents,
        outsideCents: all.outsideCents + day.outsideCents,
        payoutsCents: all.payoutsCents + day.payoutsCents,
      }),
      NOTHING,
    );
  return { sum, open: days.filter(({ totals }) => totals === null) };
}
