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
import { dayText } from "../../words/time.ts";

export const Statements = ({ query }: { query: Query }) => (
  <ListScreen
    screen="statements"
    above={
      <p class="lead">
        One per day (UTC), made at 06:05 UTC on the next day: what moved, and whether it matches Stripe.
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
            cell: ({ date }, link) => link(dayText(date)),
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
          {
            name: "Payments",
            look: "named",
            cell: ({ matched, differenceCount }) =>
              `${matched} match${differenceCount > 0 ? `, ${differenceCount} differed` : ""}`,
          },
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
            name: "Balance",
            cell: (statement) => <Agreement of={statement} />,
          },
        ]}
      />
    )}
  </ListScreen>
);

type Balanced = Pick<Schemas["Statement"], "balances" | "balanceChecked" | "final">;

/** Of the closing balance in every currency. Payments that differed are counted beside it: they move no money. */
export function agreementOf({ balances, balanceChecked, final }: Balanced) {
  if (balances.some(({ differenceCents }) => differenceCents))
    return {
      tone: "bad",
      text: "Differs from Stripe",
      sentence: "The balance differs from Stripe.",
    } as const;
  if (!final) return { tone: "wait", text: "Not final yet", sentence: "Not final yet." } as const;
  return balanceChecked
    ? ({ tone: "good", text: "Matches Stripe", sentence: "The balance matches Stripe to the cent." } as const)
    : ({ tone: "quiet", text: "Not checked", sentence: "The balance was not checked." } as const);
}

export const Agreement = ({ of }: { of: Balanced }) => <Tag {...agreementOf(of)} />;
