import { type Query, queryText } from "../../address/query.ts";
import type { ListedEvent } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty, NoMatch } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Table } from "../../parts/table.tsx";
import { CutText, None, Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { DELIVERY_CHIPS, deliveryOf, eventText, OUTCOME_LABELS } from "../../words/labels.ts";
import { EventFilters } from "./event-filters.tsx";
import { searchEvents } from "./search-events.ts";

export function Events({ query }: { query: Query }) {
  const events = useFetched(`events?${queryText(query)}`, (signal) => searchEvents(query, signal));
  return (
    <Screen title="Events" of={events}>
      <EventFilters query={query} />
      <Loaded of={events}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? (
              <EventTable events={data} isOfOne={!!query.endpointId} />
            ) : (
              <NoEvents query={query} hasMore={!!next} />
            )}
            <Pager screen="events" query={query} next={next} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const EventTable = ({ events, isOfOne }: { events: ListedEvent[]; isOfOne: boolean }) => (
  <Table
    caption="Events, newest first"
    list="events"
    rows={events}
    idOf={({ id }) => id}
    columns={[
      {
        name: "Event",
        cell: ({ id, type }, isReturned) => (
          <>
            <RowLink list="events" id={id} isReturned={isReturned}>
              {eventText(type) ?? <Text value={type} />}
            </RowLink>
            <code class="under">
              <Text value={type} />
            </code>
          </>
        ),
      },
      {
        name: "Webhook",
        cell: ({ delivery, attemptCount, furtherEndpointIds }) => (
          <>
            <Chip of={DELIVERY_CHIPS} value={deliveryOf(delivery, attemptCount)} />
            {attemptCount > 1 && <span class="under">{attemptCount} attempts</span>}
            {!isOfOne && furtherEndpointIds && (
              <span class="under">Other endpoints: {furtherEndpointIds.length}</span>
            )}
          </>
        ),
      },
      {
        name: "Order",
        cell: ({ orderRef }) => (orderRef ? <CutText value={orderRef} /> : <None />),
      },
      {
        name: "Amount",
        look: "amount",
        cell: ({ amountCents, currency }) =>
          currency ? <Money cents={amountCents ?? 0} currency={currency} /> : <None />,
      },
      {
        name: "Received",
        cell: ({ receivedAt }) => <Moment at={receivedAt} detail="brief" />,
      },
      {
        name: "Ledger",
        look: "widest desk",
        cell: ({ applied }) => <Chip of={OUTCOME_LABELS} value={applied ?? "not_finished"} />,
      },
    ]}
  />
);

const NoEvents = ({ query, hasMore }: { query: Query; hasMore: boolean }) =>
  queryText(query) === "" ? (
    <Empty icon="events" title="No events yet">
      Events about your payments appear here for 90 days.
    </Empty>
  ) : (
    <NoMatch all="events" hasMore={hasMore} />
  );
