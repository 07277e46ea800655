import * as api from "../../api/api.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { Schemas } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { DownloadButton } from "../../parts/download-button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Screen } from "../../parts/screen.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { codeText, signText } from "../../words/money.ts";
import { dateText, daysOf, dayText, monthText } from "../../words/time.ts";
import { BalanceCard } from "./balance-card.tsx";
import { BalanceLines } from "./balance-lines.tsx";

/** A date of the month that is so many later than that of a moment; date 0 is the last day of the month before it. */
const dayOf = (at: number | string, later: number, date = 1): string => {
  const day = new Date(at);
  day.setUTCMonth(day.getUTCMonth() + later, date);
  return day.toISOString().slice(0, 10);
};

const today = (): string => new Date(serviceNowMs()).toISOString().slice(0, 10);

/** Opening and closing balance of a month, by default of the one that is over, and everything between them. */
export function Month({ query }: { query: { month?: string } }) {
  const month = query.month ?? dayOf(serviceNowMs(), -1).slice(0, 7);
  const [from, to] = [dayOf(month, 0), dayOf(month, 1, 0)];
  const range = `?from=${from}&to=${to}`;
  const report = useFetched(api.balance(range));
  return (
    <Screen
      title={monthText(month)}
      back="statements"
      actions={
        <>
          {[-1, 1].map((later) => {
            const other = dayOf(month, later).slice(0, 7);
            return later > 0 && other > today() ? null : (
              <a key={later} class="button" href={hrefOf("month", { query: { month: other } })}>
                {later < 0 && "← "}
                {dateText(other, "shortMonth")}
                {later > 0 && " →"}
              </a>
            );
          })}
          <DownloadButton
            text="Export daily totals"
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
    <Days of={report} text="Days without a statement:" dates={report.missingDays} />
    <Days
      of={report}
      text="Days not final yet:"
      dates={report.notFinalDays.filter((date) => date < today())}
    />
    <Days
      of={report}
      text="Days on which Stripe's balance differs:"
      dates={report.days
        .filter(({ rows }) => rows.some(({ differenceCents }) => differenceCents))
        .map(({ date }) => date)}
    />
    {report.rows.length === 0 && <p class="lead">No activity</p>}
    {report.rows.map((row) => (
      <Currency key={row.currency} row={row} report={report} />
    ))}
  </>
);

type DaysProps = { of: Report; dates: string[]; text: string };

/** A link where there is a statement that it can lead to. */
const Days = ({ of: { days }, dates, text }: DaysProps) =>
  dates.length > 0 && (
    <p class="lead">
      {text}
      {dates.map((id, nth) => (
        <>
          {nth > 0 && ";"}{" "}
          {days.some(({ date }) => date === id) ? (
            <a href={hrefOf("statement", { id })}>{dayText(id)}</a>
          ) : (
            dayText(id)
          )}
        </>
      ))}
    </p>
  );

type CurrencyProps = { row: Schemas["BalanceReportRow"]; report: Report };

function Currency({ row, report: { days, missingDays, complete, balanceChecked } }: CurrencyProps) {
  const { currency } = row;
  // A day without a statement keeps its place.
  const dates = [...days.map(({ date }) => date), ...missingDays].sort();
  const made = dates.map((date) => days.find((day) => day.date === date));
  const own = made.map((day) => day?.rows.find((one) => one.currency === currency));
  return (
    <BalanceCard
      row={row}
      isFinal={complete}
      isChecked={balanceChecked}
      isDiffering={own.some((one) => one?.differenceCents)}
    >
      <Chart
        title={`Net per day in ${codeText(currency)} (UTC)`}
        {...daysOf(dates.map((date) => ({ date })))}
        hrefs={dates.map((id) => hrefOf("statement", { id }))}
        bars={[
          {
            name: "Net",
            look: "one",
            values: made.map((day, nth) => (day ? (own[nth]?.accountNetCents ?? 0) : null)),
            text: (cents) => signText(cents, currency),
          },
        ]}
        pale={made.map((day) => (day?.final ? "" : "incomplete"))}
      />
    </BalanceCard>
  );
}
