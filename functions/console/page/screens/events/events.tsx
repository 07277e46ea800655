import { type Query, queryText } from "../../address/query.ts";
import type { ListedEvent } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { Table } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { DELIVERY_CHIPS, deliveryOf, eventText, OUTCOME_LABELS } from "../../words/labels.ts";
import { EventFilters } from "./event-filters.tsx";
import { searchEvents } from "./search-events.ts";

export function Events({ query }: { query: Query }) {
  const events = useFetched(`events?${queryText(query)}`, (signal) => searchEvents(query, signal));
  return (
    <Screen title="Events" actions={<RefreshButton of={events} />}>
      <EventFilters query={query} />
      <Loaded of={events}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? <EventTable events={data} /> : <NoEvents query={query} hasMore={!!next} />}
            <Pager screen="events" query={query} next={next} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const EventTable = ({ events }: { events: ListedEvent[] }) => (
  <Table
    caption="Events, newest first"
    list="events"
    rows={events}
    idOf={({ id }) => id}
    columns={[
      {
        name: "Event",
        cell: ({ id, type, receivedAt }, isReturned) => (
          <>
            <RowLink list="events" id={id} isReturned={isReturned}>
              {eventText(type) ?? <Text value={type} />}
            </RowLink>
            <code class="under">
              <Text value={type} />
            </code>
            <span class="under narrow">
              <Moment at={receivedAt} detail="brief" />
            </span>
          </>
        ),
      },
      {
        name: "Webhook",
        cell: ({ delivery, attemptCount }) => (
          <Chip of={DELIVERY_CHIPS} value={deliveryOf(delivery, attemptCount)} />
        ),
      },
      {
        name: "Ledger",
        look: "widest",
        cell: ({ applied }) => <Chip of={OUTCOME_LABELS} value={applied ?? "not_finished"} />,
      },
      {
        name: "Attempts",
        look: "wide number",
        cell: ({ attemptCount, payload, version }) => (
          <>
            {attemptCount}
            {payload === "service" && (
              <span class="under">service{version === null ? "" : ` ${version}`}</span>
            )}
          </>
        ),
      },
      {
        name: "Received",
        look: "wide",
        cell: ({ receivedAt }) => <Moment at={receivedAt} detail="brief" />,
      },
    ]}
  />
);

function NoEvents({ query, hasMore }: { query: Query; hasMore: boolean }) {
  if (Object.keys(query).length === 0)
    return (
      <Empty icon="events" title="No events yet">
        <p>Events about your payments appear here for 90 days.</p>
      </Empty>
    );
  return (
    <Empty icon="search" title={hasMore ? "No match so far" : "No event matches"}>
      <p>
        {hasMore ? "Continue with older events below. " : ""}
        <a href={hrefOf("events")}>Show all events</a>
      </p>
    </Empty>
  );
}
