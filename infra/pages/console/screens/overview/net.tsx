import type { Query } from "../../address/query.ts";
import type { Overview } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Lines } from "../../parts/table.tsx";
import { moneyText } from "../../words/money.ts";
import { dateText, daysOf } from "../../words/time.ts";
import { settledOf, settledOn } from "./sums.ts";
import { Currencies, chosenOf, rangeText, Told } from "./told.tsx";

/** What reached the account, in the currency in which it settles: of the days that have a statement. */
export function Net({ data: { balance }, query }: { data: Overview; query: Query }) {
  const { days, currencies } = balance;
  const currency = chosenOf(currencies, query.settled);
  // Today alone has no statement.
  if (!currency || days.length < 2) return null;
  const { sum, open } = settledOf(days, currency);
  const text = (cents: number) => moneyText(cents || 0, currency);
  const settledDays = days.filter((day) => !open.includes(day));
  return (
    <Told
      title={`Net in ${currency.toUpperCase()}`}
      actions={<Currencies of={currencies} chosen={currency} by="settled" query={query} />}
      hero={settledDays[0] ? text(sum.netCents) : "–"}
      chart={
        <>
          <Chart
            title="Net per day (UTC)"
            {...daysOf(days)}
            bars={[
              {
                name: "Net",
                look: "one",
                values: days.map((day) => settledOn(day, currency)?.netCents ?? null),
                text,
              },
            ]}
            pale={days.map(({ isFinal, totals }) =>
              isFinal ? "" : totals ? "estimate" : "statement follows at 06:00 UTC",
            )}
          />
          {open[0] && (
            <p class="hint">
              Excludes payments made outside this service, and{" "}
              {open.map(({ date }) => dateText(date)).join(", ")}: a day's statement follows at 06:00 UTC on
              the next day.
            </p>
          )}
        </>
      }
    >
      <p class="lead">As your account settles{settledDays[0] && `, ${rangeText(settledDays, false)}`}</p>
      <Lines
        of={[
          [
            "Sales after refunds and disputes",
            text(sum.netCents + sum.platformFeesCents + sum.processorFeesCents),
          ],
          ["Platform fees", text(-sum.platformFeesCents)],
          ["Stripe fees", text(-sum.processorFeesCents)],
          ["Paid out", text(sum.payoutsCents)],
        ]}
      />
    </Told>
  );
}
