import { type Query, queryText } from "../../address/query.ts";
import { api } from "../../api/api.ts";
import type { Answer } from "../../api/call.ts";
import type { Schemas } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { PaymentLink, PayoutLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { None, Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { type Fetched, useFetched } from "../../state/use-fetched.ts";
import { ATTENTION_LABELS } from "../../words/labels.ts";
import { hasRemedyAbove } from "./remedies.ts";
import { Remedy, Resolve } from "./remedy.tsx";

type Item = Schemas["Attention"];

/** The first page, whose items are also counted in the sidebar. */
export type FirstAttention = Fetched<Answer<Item[]>>;

export const Attention = ({ query, first }: { query: Query; first: FirstAttention }) =>
  query.startingAfter ? <Further query={query} /> : <Page query={query} of={first} />;

function Further({ query }: { query: Query }) {
  const items = useFetched(`attention?${queryText(query)}`, (signal) => api.attention(query, signal));
  return <Page query={query} of={items} />;
}

function Page({ query, of: items }: { query: Query; of: FirstAttention }) {
  return (
    <Screen title="Needs attention" actions={<RefreshButton of={items} />}>
      <Loaded of={items}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? <AttentionTable items={data} reload={items.reload} /> : <Nothing />}
            <Pager screen="attention" query={query} next={next} older="Less urgent" />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

export const AttentionTable = ({ items, reload }: { items: Item[]; reload: () => void }) => (
  <table class="list">
    <caption class="for-ears">Needs attention, most urgent first</caption>
    <thead>
      <tr>
        <th scope="col">Issue</th>
        <th scope="col" class="wide amount">
          Amount
        </th>
        <th scope="col" class="wide">
          Due by
        </th>
        <th scope="col" class="wide">
          Next step
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={Object.values(item.subject).join()}>
          <td>
            <Chip of={ATTENTION_LABELS} value={item.kind} />
            <span class="under">
              <Subject item={item} />
            </span>
            {item.amountCents !== null && (
              <span class="under narrow">
                <Amount item={item} />
                {item.dueBy && (
                  <>
                    , due by <Moment at={item.dueBy} detail="brief" />
                  </>
                )}
              </span>
            )}
            <span class="under narrow">
              <Text value={item.advice} />
            </span>
            {!hasRemedyAbove(items, item) && <Remedy item={item} />}
            <Resolve item={item} reload={reload} />
          </td>
          <td class="wide amount">
            <Amount item={item} />
          </td>
          <td class="wide">
            <Due item={item} />
          </td>
          <td class="wide">
            <Text value={item.advice} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Amount = ({ item: { amountCents, currency } }: { item: Item }) =>
  amountCents === null ? <None /> : <Money cents={amountCents} currency={currency ?? undefined} />;

const Due = ({ item: { dueBy, since } }: { item: Item }) => (
  <>
    {dueBy ? <Moment at={dueBy} detail="brief" /> : <None />}
    <span class="under">
      since <Moment at={since} detail="brief" />
    </span>
  </>
);

function Subject({ item: { subject, orderRef } }: { item: Item }) {
  const { svcPaymentId, endpointOrigin, payoutId } = subject;
  if (svcPaymentId)
    return (
      <PaymentLink id={svcPaymentId}>
        <Text value={orderRef ?? svcPaymentId} />
      </PaymentLink>
    );
  if (endpointOrigin)
    return (
      <a href={hrefOf("endpoint")}>
        <Text value={endpointOrigin} />
      </a>
    );
  return <PayoutLink id={payoutId ?? ""} />;
}

const Nothing = () => (
  <Empty icon="good" title="Nothing needs attention">
    <p>
      No authorization is expiring, no dispute is open, no refund or payout failed, and your endpoint accepts
      events. <a href={hrefOf("payments")}>View all payments</a>
    </p>
  </Empty>
);
