import { useContext } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { SetUps } from "../../parts/set-ups.tsx";
import { hrefOf } from "../../state/routes.ts";
import { SessionContext } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { PaymentFilters } from "./payment-filters.tsx";
import { PaymentTable } from "./payment-table.tsx";
import { type FoundPayments, searchPayments } from "./search-payments.ts";

export function Payments({ query }: { query: Query }) {
  const found = useFetched(`payments?${queryText(query)}`, (signal) => searchPayments(query, signal));
  return (
    <Screen title="Payments" actions={<RefreshButton of={found} />}>
      <SetUps setUps={useContext(SessionContext)?.setUps ?? []} />
      <PaymentFilters key={queryText(query)} query={query} />
      <Loaded of={found}>
        {({ payments, next, walked }) => (
          <>
            {walked && <HowFar walked={walked} found={payments.length} isAll={!next} search={query.search} />}
            {payments.length > 0 ? (
              <PaymentTable payments={payments} />
            ) : (
              <NoPayments query={query} hasMore={!!next} />
            )}
            <Pager
              screen="payments"
              query={query}
              next={next}
              {...(walked && { older: "Search older payments" })}
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type HowFarProps = {
  walked: NonNullable<FoundPayments["walked"]>;
  found: number;
  isAll: boolean;
  search: string | undefined;
};

/** How far the search went, so that "none" is not taken for "none at all". */
const HowFar = ({ walked: { count, backTo }, found, isAll, search }: HowFarProps) => (
  <p class="hint" role="status">
    {found} {found === 1 ? "result" : "results"} in {isAll && "all "}
    {count} {count === 1 ? "payment" : "payments"}
    {backTo && !isAll && (
      <>
        , back to <Moment at={backTo} />
      </>
    )}
    .{search && " No order matches exactly, so the start of orders and amounts were searched."}
  </p>
);

function NoPayments({ query, hasMore }: { query: Query; hasMore: boolean }) {
  if (Object.keys(query).length === 0)
    return (
      <Empty icon="payments" title="No payments yet">
        <p>The first payment that your backend creates appears here.</p>
      </Empty>
    );
  return (
    <Empty icon="search" title={hasMore ? "No match so far" : "No payment matches"}>
      <p>
        {hasMore ? "Continue with older payments below. " : ""}
        <a href={hrefOf("payments")}>Show all payments</a>
      </p>
    </Empty>
  );
}
