import { useEffect } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import type { FoundPayments } from "../../api/types.ts";
import { DownloadButton } from "../../parts/download-button.tsx";
import { Empty, NoMatch } from "../../parts/empty.tsx";
import { Kept, Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { counted } from "../../words/counted.ts";
import { exportPayments } from "./export-payments.ts";
import { PaymentFilters } from "./payment-filters.tsx";
import { PaymentTable } from "./payment-table.tsx";
import { searchPayments } from "./search-payments.ts";
import { Totals } from "./totals-card.tsx";

export function Payments({ query }: { query: Query }) {
  const found = useFetched({
    key: `payments?${queryText(query)}`,
    ask: (signal) => searchPayments(query, signal),
  });
  const { startingAfter, ...filters } = query;
  const only = found.data?.only;
  useEffect(() => {
    // In the place of the search: the browser's back leads to where the person searched.
    if (only) location.replace(hrefOf("payment", { id: only }));
  }, [only]);
  return (
    <Screen
      title="Payments"
      actions={
        <DownloadButton
          text="Export CSV"
          icon="download"
          name="payments.csv"
          load={(say) => exportPayments(filters, say)}
        />
      }
      of={found}
    >
      <PaymentFilters query={query} />
      <Loaded of={found}>
        {(data) => (
          <Kept of={found}>
            {queryText(filters) !== "" && (
              <HowFar found={data} isFirst={!startingAfter} search={query.search} since={query.since} />
            )}
            {data.payments.length > 0 ? (
              <>
                <PaymentTable payments={data.payments} />
                <Totals filters={filters} isFirst={!startingAfter} found={data} of={found} />
              </>
            ) : (
              !only && <NoPayments query={query} hasMore={!!data.next} />
            )}
            <Pager
              screen="payments"
              query={query}
              next={data.next ? queryText({ startingAfter: data.next }) : undefined}
              {...(data.searchedTo && { older: "Search older payments" })}
            />
          </Kept>
        )}
      </Loaded>
    </Screen>
  );
}

type HowFarProps = {
  found: FoundPayments;
  isFirst: boolean;
  search: string | undefined;
  since: string | undefined;
};

/** How far the search went, so that "none" is not taken for "none at all". */
const HowFar = ({ found: { payments, next, searchedTo }, isFirst, search, since }: HowFarProps) => (
  <p class="hint" role="status">
    {counted(payments.length, "result")}
    {(next || !isFirst) && " on this page"}
    {search && (
      <>
        {" "}
        for <Text value={search} />
      </>
    )}
    {searchedTo ? (
      <>
        , back to <Moment at={searchedTo} />
      </>
    ) : (
      since && (
        <>
          {" "}
          since <Moment at={since} />
        </>
      )
    )}
    .
  </p>
);

const NoPayments = ({ query, hasMore }: { query: Query; hasMore: boolean }) =>
  queryText(query) === "" ? (
    <Empty icon="payments" title="No payments yet">
      Your first payment appears here. <a href="/v1/docs#quickstart">Open the quickstart</a>
    </Empty>
  ) : (
    <NoMatch all="payments" hasMore={hasMore} />
  );
