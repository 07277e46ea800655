import type { Query } from "../../address/query.ts";
import type { Overview } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Card } from "../../parts/fact.tsx";
import { Lines } from "../../parts/table.tsx";
import { number } from "../../words/counted.ts";
import { codeText, moneyText, signText } from "../../words/money.ts";
import { daysOf } from "../../words/time.ts";
import { salesOf, salesOn } from "./sums.ts";
import { AlsoIn, Currencies, chosenOf, rangeText, Told } from "./told.tsx";

/** What customers paid, in the currency that they paid, today included. */
export function Sales({ data: { sales }, query }: { data: Overview; query: Query }) {
  const { days, currencies } = sales;
  const currency = chosenOf(currencies, query.currency);
  if (!currency)
    return (
      <Card title="Sales">
        <p class="answer">No payments in this period.</p>
      </Card>
    );
  const { payments, grossCents, refundsCents, disputesCents } = salesOf(days, currency);
  const text = (cents: number) => moneyText(cents, currency);
  const lessText = (cents: number) => text(-cents || 0);
  return (
    <Told
      title={`Sales in ${codeText(currency)}`}
      actions={<Currencies of={currencies} chosen={currency} by="currency" query={query} />}
      hero={text(grossCents)}
      chart={
        days.length > 1 && (
          <Chart
            title={`Gross per day in ${codeText(currency)} (UTC)`}
            {...daysOf(days)}
            bars={[
              {
                name: "Gross",
                look: "one",
                values: days.map((day) => salesOn(day, currency).grossCents),
                text: (cents) => signText(cents, currency),
              },
            ]}
            pale={days.map(estimateText)}
          />
        )
      }
    >
      <p class="lead">
        Gross {days.length > 1 ? rangeText(days, true) : "so far today (UTC)"}, as customers paid it
      </p>
      <AlsoIn
        currencies={currencies.filter((one) => one !== currency)}
        centsIn={(one) => salesOf(days, one).grossCents}
      />
      <Lines
        of={[
          ["Paid payments", number(payments)],
          ["Refunds", refundsCents === null ? "Still counting" : lessText(refundsCents)],
          ["Disputes", lessText(disputesCents)],
        ]}
        totals={[
          [
            "After refunds and disputes",
            refundsCents === null ? "–" : text(grossCents - refundsCents - disputesCents),
          ],
        ]}
      />
    </Told>
  );
}

/** A day is an estimate until its statement is made, and today's is not over. */
const estimateText = (
  { isFinal, isComplete }: Overview["sales"]["days"][number],
  nth: number,
  days: readonly unknown[],
): string =>
  isFinal ? "" : !isComplete ? "still counting" : nth === days.length - 1 ? "today so far" : "estimate";
