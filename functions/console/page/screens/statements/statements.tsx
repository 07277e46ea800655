import type { Query } from "../../address/query.ts";
import { api } from "../../api/api.ts";
import { Empty } from "../../parts/empty.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ListScreen } from "../../parts/list-screen.tsx";
import { Money } from "../../parts/money.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { Table } from "../../parts/table.tsx";
import { None, Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { dayText } from "../../words/time.ts";
import { BalanceLines } from "./balance-lines.tsx";

export const Statements = ({ query }: { query: Query }) => (
  <ListScreen
    screen="statements"
    title="Statements"
    lead={
      <>
        One per day (UTC): what moved, and whether the ledger matches the processor.{" "}
        <a href={hrefOf("month")}>Close a month</a>
      </>
    }
    query={query}
    load={api.statements}
    empty={
      <Empty icon="statements" title="No statements yet">
        <p>A statement is created six hours after the day ends (UTC).</p>
      </Empty>
    }
  >
    {(statements) => (
      <>
        <BalanceLines to={statements[0]?.date ?? ""} />
        <Table
          caption="Statements, newest first"
          list="statements"
          rows={statements}
          idOf={({ date }) => date}
          columns={[
            {
              name: "Day",
              cell: ({ date, final }, isReturned) => (
                <>
                  <RowLink list="statements" id={date} isReturned={isReturned}>
                    <Text value={dayText(date)} />
                  </RowLink>
                  {!final && <span class="under">Not final yet</span>}
                </>
              ),
            },
            {
              name: "Net",
              look: "amount",
              cell: ({ totals }) =>
                totals.length === 0 ? (
                  <None>No activity</None>
                ) : (
                  totals.map(({ currency, netCents }) => (
                    <div key={currency}>
                      <Money cents={netCents} currency={currency} />
                    </div>
                  ))
                ),
            },
            { name: "Matched payments", look: "wide amount number", cell: ({ matched }) => matched },
            { name: "Status", cell: ({ differenceCount }) => <Agreement differences={differenceCount} /> },
          ]}
        />
      </>
    )}
  </ListScreen>
);

export const Agreement = ({ differences }: { differences: number }) => (
  <span class={`chip ${differences === 0 ? "good" : "wait"}`}>
    <Icon name={differences === 0 ? "good" : "wait"} />
    {differences === 0 ? "Matched" : `${differences} ${differences === 1 ? "difference" : "differences"}`}
  </span>
);
