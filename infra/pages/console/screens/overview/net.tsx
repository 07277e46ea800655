import type { Query } from "../../address/query.ts";
import type { Overview } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Lines } from "../../parts/table.tsx";
import { counted } from "../../words/counted.ts";
import { codeText, moneyText, signText } from "../../words/money.ts";
import { dateText, daysOf } from "../../words/time.ts";
import { salesOf, settledOf, settledOn } from "./sums.ts";
import { AlsoIn, Currencies, chosenOf, rangeText, Told } from "./told.tsx";

/** What reached the account, in the currency in which it settles: as the statements of these days have it. */
export function Net({ data: { balance, sales }, query }: { data: Overview; query: Query }) {
  const { days, currencies } = balance;
  const currency = chosenOf(currencies, query.settled);
  // Today alone has no statement.
  if (!currency || days.length < 2) return null;
  const { sum, open } = settledOf(days, currency);
  const text = (cents: number) => moneyText(cents || 0, currency);
  const settledDays = days.filter((day) => !open.includes(day));
  const estimates = settledDays.filter(({ isFinal }) => !isFinal);
  const { grossCents, refundsCents, disputesCents } = salesOf(
    sales.days.filter(({ date }) => open.some((day) => day.date === date)),
    currency,
  );
  return (
    <Told
      title={`Net in ${codeText(currency)}`}
      actions={<Currencies of={currencies} chosen={currency} by="settled" query={query} />}
      hero={settledDays[0] ? text(sum.netCents) : "–"}
      chart={
        <Chart
          title={`Net per day in ${codeText(currency)} (UTC)`}
          {...daysOf(days)}
          bars={[
            {
              name: "Net",
              look: "one",
              values: days.map((day) => settledOn(day, currency)?.netCents ?? null),
              text: (cents) => signText(cents, currency),
            },
          ]}
          pale={days.map(({ isFinal, totals }) =>
            isFinal ? "" : totals ? "estimate" : "statement follows at 06:05 UTC",
          )}
        />
      }
    >
      {settledDays[0] && (
        <p class="lead">
          {estimates[0] ? "Net" : "Final net"} of {counted(settledDays.length, "day")},{" "}
          {rangeText(settledDays, false)}. {estimates[0] && `${datesText(estimates)}: estimate. `}
          {open[0] &&
            (open[1]
              ? "A day is added at 06:05 UTC on the next day."
              : "Today is added at 06:05 UTC tomorrow.")}
        </p>
      )}
      <AlsoIn
        currencies={currencies.filter((one) => one !== currency)}
        centsIn={(one) => settledOf(days, one).sum.netCents}
      />
      <Lines
        of={[
          [
            "Sales after refunds and disputes",
            text(sum.netCents - sum.outsideCents + sum.platformFeesCents + sum.processorFeesCents),
          ],
          ["Platform fees", text(-sum.platformFeesCents)],
          ["Stripe fees", text(-sum.processorFeesCents)],
          ["Payments outside this service, other", text(sum.outsideCents)],
        ]}
        totals={[["Net, before payouts", text(sum.netCents)]]}
      />
      <p class="hint">Sent to your bank in these days: {text(sum.payoutsCents)}.</p>
      {open[0] && (
        <p class="hint">
          Not included: {datesText(open)}
          {refundsCents !== null && `, so far ${text(grossCents - refundsCents - disputesCents)} before fees`}
          .
        </p>
      )}
    </Told>
  );
}

const datesText = (days: readonly { date: string }[]): string =>
  days.map(({ date }) => dateText(date)).join(", ");
