import { useState } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Money } from "../../parts/money.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { Text } from "../../parts/text.tsx";
import { takeRowToReturnTo } from "../../state/return-row.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { PAYOUT_LABELS } from "../../words/labels.ts";
import { dayText } from "../../words/time.ts";
import { AddsUp } from "./adds-up.tsx";

export function Payouts({ query }: { query: Query }) {
  const payouts = useFetched(`payouts?${queryText(query)}`, (signal) => api.payouts(query, signal));
  return (
    <Screen title="Payouts" actions={<RefreshButton of={payouts} />}>
      <p class="lead">Payouts to your bank, and the orders in them.</p>
      <Loaded of={payouts}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? <PayoutTable payouts={data} /> : <NoPayouts />}
            <Pager screen="payouts" query={query} next={next} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function PayoutTable({ payouts }: { payouts: Schemas["Payout"][] }) {
  const [returned] = useState(() => takeRowToReturnTo("payouts"));
  return (
    <table class="list">
      <caption class="for-ears">Payouts, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Arrives</th>
          <th scope="col" class="amount">
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col" class="wide">
            Breakdown
          </th>
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout) => (
          <tr key={payout.payoutId}>
            <td>
              <RowLink list="payouts" id={payout.payoutId} isReturned={payout.payoutId === returned}>
                <Text value={dayText(payout.arrivesOn)} />
              </RowLink>
            </td>
            <td class="amount">
              <Money cents={payout.amountCents} currency={payout.currency} />
            </td>
            <td>
              <Chip of={PAYOUT_LABELS} value={payout.status} />
            </td>
            <td class="wide">
              <AddsUp payout={payout} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NoPayouts = () => (
  <Empty icon="payouts" title="No payouts yet">
    <p>A payout appears once the processor reports its breakdown, at most a day later.</p>
  </Empty>
);
