import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Tag } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ListScreen } from "../../parts/list-screen.tsx";
import { Money } from "../../parts/money.tsx";
import { Table } from "../../parts/table.tsx";
import { None } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { counted } from "../../words/counted.ts";
import { dayText } from "../../words/time.ts";

export const Statements = ({ query }: { query: Query }) => (
  <ListScreen
    screen="statements"
    above={
      <p class="lead">
        One per day (UTC), made at 06:00 UTC on the next day: what moved, and whether it matches Stripe.
      </p>
    }
    actions={
      <a class="button primary" href={hrefOf("month")}>
        View last month
      </a>
    }
    query={query}
    load={api.statements}
    empty={() => (
      <Empty icon="statements" title="No statements yet">
        A statement is created six hours after the day ends (UTC).
      </Empty>
    )}
  >
    {(statements) => (
      <Table
        caption="Statements, newest first"
        list="statements"
        rows={statements}
        idOf={({ date }) => date}
        columns={[
          {
            name: "Day",
            look: "whole",
            cell: ({ date, final }, link) => (
              <>
                {link(dayText(date))}
                {!final && <span class="under">Not final yet</span>}
              </>
            ),
          },
          {
            name: "Net",
            look: "amount",
            cell: ({ balances }) =>
              balances.length === 0 ? (
                <None>No activity</None>
              ) : (
                balances.map(({ currency, accountNetCents }) => (
                  <div key={currency}>
                    <Money cents={accountNetCents} currency={currency} />
                  </div>
                ))
              ),
          },
          { name: "Matched payments", look: "named number", cell: ({ matched }) => matched },
          {
            name: "Closing balance",
            look: "named amount",
            cell: ({ balances }) =>
              balances[0] &&
              balances.map(({ currency, closingBalanceCents: cents }) => (
                <div key={currency}>
                  <Money cents={cents} currency={currency} />
                </div>
              )),
          },
          {
            name: "Status",
            cell: ({ differenceCount, ...statement }) => (
              <>
                <Agreement of={statement} differences={differenceCount} />
                {differenceCount > 0 && isBalanceMatched(statement) && (
                  <span class="under">Balance matches</span>
                )}
              </>
            ),
          },
        ]}
      />
    )}
  </ListScreen>
);

type Balanced = Pick<Schemas["Statement"], "balances" | "balanceChecked" | "final">;

const isBalanceDiffering = ({ balances }: Balanced): boolean =>
  balances.some(({ differenceCents }) => differenceCents);

/** In every currency, as the processor has it. */
export const isBalanceMatched = (of: Balanced): boolean =>
  of.final && of.balanceChecked && !isBalanceDiffering(of);

/** Of the balance first: a payment that differs may be corrected already. */
export const Agreement = ({ of, differences }: { of: Balanced; differences: number }) =>
  isBalanceDiffering(of) ? (
    <Tag tone="bad" text="Balance differs" />
  ) : (
    <Tag
      tone={differences === 0 ? "good" : "wait"}
      text={differences === 0 ? "Matched" : counted(differences, "difference")}
    />
  );
