import { useState } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Empty } from "../../parts/empty.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Money } from "../../parts/money.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { None, Text } from "../../parts/text.tsx";
import { takeRowToReturnTo } from "../../state/return-row.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { dayText } from "../../words/time.ts";

type Summary = Schemas["StatementSummary"];

export function Statements({ query }: { query: Query }) {
  const statements = useFetched(`statements?${queryText(query)}`, (signal) => api.statements(query, signal));
  return (
    <Screen title="Statements" actions={<RefreshButton of={statements} />}>
      <p class="lead">One per day (UTC): what moved, and whether the ledger matches the processor.</p>
      <Loaded of={statements}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? <StatementTable statements={data} /> : <NoStatements />}
            <Pager screen="statements" query={query} next={next} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function StatementTable({ statements }: { statements: Summary[] }) {
  const [returned] = useState(() => takeRowToReturnTo("statements"));
  return (
    <table class="list">
      <caption class="for-ears">Statements, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" class="amount">
            Net
          </th>
          <th scope="col" class="wide amount">
            Matched payments
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <tr key={statement.date}>
            <td>
              <RowLink list="statements" id={statement.date} isReturned={statement.date === returned}>
                <Text value={dayText(statement.date)} />
              </RowLink>
              {!statement.final && <span class="under">Not final yet</span>}
            </td>
            <td class="amount">
              {statement.totals.length === 0 && <None>No activity</None>}
              {statement.totals.map(({ currency, netCents }) => (
                <div key={currency}>
                  <Money cents={netCents} currency={currency} />
                </div>
              ))}
            </td>
            <td class="wide amount number">{statement.matched}</td>
            <td>
              <Agreement differences={statement.differenceCount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const Agreement = ({ differences }: { differences: number }) => (
  <span class={`chip ${differences === 0 ? "good" : "wait"}`}>
    <Icon name={differences === 0 ? "good" : "wait"} />
    {differences === 0 ? "Matched" : `${differences} ${differences === 1 ? "difference" : "differences"}`}
  </span>
);

const NoStatements = () => (
  <Empty icon="statements" title="No statements yet">
    <p>A statement is created six hours after the day ends (UTC).</p>
  </Empty>
);
