import { type Query, queryText } from "../../address/query.ts";
import { api } from "../../api/api.ts";
import type { ListedPayment } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { None, Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { STATUS_LABELS } from "../../words/labels.ts";
import { PaymentFilters } from "./payment-filters.tsx";

export function Payments({ query }: { query: Query }) {
  const payments = useFetched(`payments?${queryText(query)}`, (signal) => api.payments(query, signal));
  return (
    <Screen title="Payments" actions={<RefreshButton of={payments} />}>
      <PaymentFilters key={queryText(query)} query={query} />
      <Loaded of={payments}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? (
              <PaymentTable payments={data} />
            ) : (
              <NoPayments query={query} hasMore={!!next} />
            )}
            <Pager screen="payments" query={query} next={next} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const PaymentTable = ({ payments }: { payments: ListedPayment[] }) => (
  <table class="list">
    <caption class="for-ears">Payments, newest first</caption>
    <thead>
      <tr>
        <th scope="col">Amount</th>
        <th scope="col">Status</th>
        <th scope="col" class="wide">
          Order
        </th>
        <th scope="col" class="wide">
          Created
        </th>
        <th scope="col" class="wide">
          Payment
        </th>
      </tr>
    </thead>
    <tbody>
      {payments.map((payment) => (
        <tr key={payment.svcPaymentId}>
          <td>
            <PaymentLink id={payment.svcPaymentId} class="row-link">
              <Money cents={payment.amountCents} currency={payment.currency} />
            </PaymentLink>
            <span class="under narrow">
              {payment.orderRef !== null && (
                <>
                  <Text value={payment.orderRef} /> ·{" "}
                </>
              )}
              <Moment at={payment.createdAt} detail="brief" />
            </span>
          </td>
          <td>
            <Chip of={STATUS_LABELS} value={payment.status} />
          </td>
          <td class="wide reference">
            {payment.orderRef === null ? <None /> : <Text value={payment.orderRef} />}
          </td>
          <td class="wide">
            <Moment at={payment.createdAt} detail="brief" />
          </td>
          <td class="wide id">
            <code>
              <Text value={payment.svcPaymentId} />
            </code>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function NoPayments({ query, hasMore }: { query: Query; hasMore: boolean }) {
  if (Object.keys(query).length === 0)
    return (
      <Empty icon="payments" title="No payments yet">
        <p>The first one that your backend creates will stand here.</p>
      </Empty>
    );
  return (
    <Empty icon="search" title={hasMore ? "None of these match" : "No payment matches"}>
      <p>
        {hasMore ? "There are older payments to look through: go on to them below. " : ""}
        <a href={hrefOf("payments")}>Show all payments</a>
      </p>
    </Empty>
  );
}
