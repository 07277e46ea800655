import { useEffect } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import type { ListedPayment } from "../../api/types.ts";
import { DownloadButton } from "../../parts/download-button.tsx";
import { Empty, NoMatch } from "../../parts/empty.tsx";
import { Card, Fact } from "../../parts/fact.tsx";
import { Kept, Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Screen } from "../../parts/screen.tsx";
import { SetUps } from "../../parts/set-ups.tsx";
import { Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { counted } from "../../words/counted.ts";
import { moneyText } from "../../words/money.ts";
import { exportPayments } from "./export-payments.ts";
import { PaymentFilters } from "./payment-filters.tsx";
import { PaymentTable } from "./payment-table.tsx";
import { searchPayments } from "./search-payments.ts";
import { totalsOf } from "./totals.ts";

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
      actions={<DownloadButton text="Export CSV" name="payments.csv" load={() => exportPayments(filters)} />}
      of={found}
    >
      <SetUps />
      <PaymentFilters query={query} />
      <Loaded of={found}>
        {({ payments, next, walked }) => (
          <Kept of={found}>
            {walked && (
              <HowFar backTo={next && walked.backTo} found={payments.length} search={query.search} />
            )}
            {payments.length > 0 ? (
              <>
                <PaymentTable payments={payments} />
                <Totals payments={payments} isPart={!!next} />
              </>
            ) : (
              !only && <NoPayments query={query} hasMore={!!next} />
            )}
            <Pager
              screen="payments"
              query={query}
              next={next}
              {...(walked && { older: "Search older payments" })}
            />
          </Kept>
        )}
      </Loaded>
    </Screen>
  );
}

type HowFarProps = { backTo: string | undefined; found: number; search: string | undefined };

/** How far the search went, so that "none" is not taken for "none at all". */
const HowFar = ({ backTo, found, search }: HowFarProps) => (
  <p class="hint" role="status">
    {counted(found, "result")}
    {search && (
      <>
        {" "}
        for <Text value={search} />
      </>
    )}
    {backTo ? (
      <>
        , back to <Moment at={backTo} />.
      </>
    ) : (
      " in all payments."
    )}
  </p>
);

/** Of the rows above, by currency: sums of several currencies mean nothing. */
const Totals = ({ payments, isPart }: { payments: ListedPayment[]; isPart: boolean }) => (
  <Card title={isPart ? "Total of this page" : "Total"}>
    <dl class="stats">
      <Fact name="Payments">{payments.length}</Fact>
      {totalsOf(payments).map(({ currency, capturedCents, refundedCents, disputedCents }) => (
        <Fact key={currency} name={`Paid in ${currency.toUpperCase()}`}>
          {moneyText(capturedCents, currency)}
          {refundedCents > 0 && (
            <span class="under">{moneyText(refundedCents, currency)} of it refunded</span>
          )}
          {disputedCents > 0 && (
            <span class="under">{moneyText(disputedCents, currency)} of it disputed</span>
          )}
        </Fact>
      ))}
    </dl>
  </Card>
);

const NoPayments = ({ query, hasMore }: { query: Query; hasMore: boolean }) =>
  queryText(query) === "" ? (
    <Empty icon="payments" title="No payments yet">
      Your first payment appears here. <a href="/v1/docs#quickstart">Open the quickstart</a>
    </Empty>
  ) : (
    <NoMatch all="payments" hasMore={hasMore} />
  );
