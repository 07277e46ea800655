import * as api from "../../api/api.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { Schemas } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Tag } from "../../parts/chip.tsx";
import { DownloadButton } from "../../parts/download-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Sum } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { moneyText } from "../../words/money.ts";
import { dayText } from "../../words/time.ts";
import { BalanceLines } from "./balance-lines.tsx";
import { currencyTitle } from "./statement.tsx";

/** The last day of the month before a day, which is given as a year, a month counted from 1, and a date. */
const lastDayBefore = (at: number | string): string => {
  const day = new Date(at);
  day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
};

const DAYS_MS = 32 * 86_400_000;

/** Opening and closing balance of a month, by default of the one that is over, and everything between them. */
export function Month({ query }: { query: { month?: string } }) {
  const month = query.month ?? lastDayBefore(serviceNowMs()).slice(0, 7);
  const [from, to] = [`${month}-01`, lastDayBefore(Date.parse(month) + DAYS_MS)];
  const range = `?from=${from}&to=${to}`;
  const report = useFetched(range, (signal) => api.balance(range, signal));
  return (
    <Screen
      title={`${dayText(from)} – ${dayText(to)}`}
      back={{ href: hrefOf("statements"), text: "Statements" }}
      actions={
        <>
          <input
            type="month"
            aria-label="Month"
            value={month}
            onChange={({ currentTarget: { value } }) => {
              location.hash = hrefOf("month", { query: { month: value } });
            }}
          />
          <DownloadButton
            text="Download report"
            name={`balance-${month}.csv`}
            load={() => api.file(`reports/balance.csv${range}`)}
          />
        </>
      }
    >
      <Loaded of={report}>
        {(data) => (
          <>
            <Balances report={data} />
            <BalanceLines
              key={month}
              from={from}
              to={to}
              currencies={data.rows.map(({ currency }) => currency)}
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type Report = Schemas["BalanceReport"];

const Balances = ({ report }: { report: Report }) => (
  <>
    <Gap days={report.missingDays} text="Days without a statement:" />
    <Gap days={report.notFinalDays} text="Days not final yet:" />
    {report.rows.length === 0 && <p class="lead">No activity</p>}
    {report.rows.map((row) => (
      <Currency key={row.currency} row={row} report={report} />
    ))}
  </>
);

const Gap = ({ days, text }: { days: string[]; text: string }) =>
  days.length > 0 && (
    <p class="lead">
      {text} <Text value={days.join(", ")} />
    </p>
  );

const LINES = [
  ["Opening balance", "openingBalance"],
  ["Charged", "sales"],
  ["Refunds", "refunds", -1],
  ["Disputes", "disputes", -1],
  ["Stripe fees", "processorFees", -1],
  ["Platform fees", "platformFees", -1],
  ["Platform fees returned", "platformFeesReturned"],
  ["Charges made outside this service", "merchantsOwnNet"],
  ["Other", "other"],
  ["Payouts", "payouts", -1],
  ["Payouts returned", "payoutsReturned"],
  ["Difference", "difference"],
] as const;

type CurrencyProps = { row: Schemas["BalanceReportRow"]; report: Report };

function Currency({ row, report: { days, missingDays, complete, balanceChecked } }: CurrencyProps) {
  const { currency } = row;
  // A day without a statement keeps its place.
  const dates = [...days.map(({ date }) => date), ...missingDays].sort();
  const made = dates.map((date) => days.find((day) => day.date === date));
  // Without a closing balance the opening one is not added up either: the sum is what changed.
  const isKnown = row.differenceCents !== null;
  const rows = LINES.slice(isKnown ? 0 : 1, isKnown ? undefined : -1).map(([name, of, sign = 1]) => ({
    name,
    cents: sign * (row[`${of}Cents`] ?? 0) || 0,
  }));
  return (
    <Card
      title={currencyTitle(currency)}
      actions={
        complete &&
        balanceChecked &&
        days.every(({ rows }) => rows.every((one) => !one.differenceCents)) && (
          <Tag tone="good" text="Matches Stripe" />
        )
      }
    >
      <Sum
        rows={rows}
        total={[isKnown ? "Closing balance" : "Net change", rows.reduce((sum, { cents }) => sum + cents, 0)]}
        currency={currency}
      />
      <Chart
        title="Net per day"
        labels={dates.map(dayText)}
        bars={[
          {
            name: "Net",
            look: "one",
            values: made.map((day) =>
              day ? (day.rows.find((one) => one.currency === currency)?.accountNetCents ?? 0) : null,
            ),
            text: (cents) => moneyText(cents, currency),
          },
        ]}
        pale={made.map((day) => !day?.final)}
      />
    </Card>
  );
}
