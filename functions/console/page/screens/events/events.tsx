import { useState } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import type { ListedEvent } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Pager } from "../../parts/pager.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { Text } from "../../parts/text.tsx";
import { takeRowToReturnTo } from "../../state/return-row.ts";
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

function EventTable({ events }: { events: ListedEvent[] }) {
  const [returned] = useState(() => takeRowToReturnTo("events"));
  return (
    <table class="list">
      <caption class="for-ears">Events, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Webhook</th>
          <th scope="col" class="widest">
            Ledger
          </th>
          <th scope="col" class="wide">
            Attempts
          </th>
          <th scope="col" class="wide">
            Received
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} isReturned={event.id === returned} />
        ))}
      </tbody>
    </table>
  );
}

const EventRow = ({ event, isReturned }: { event: ListedEvent; isReturned: boolean }) => (
  <tr>
    <td>
      <RowLink list="events" id={event.id} isReturned={isReturned}>
        {eventText(event.type) ?? <Text value={event.type} />}
      </RowLink>
      <code class="under">
        <Text value={event.type} />
      </code>
      <span class="under narrow">
        <Moment at={event.receivedAt} detail="brief" />
      </span>
    </td>
    <td>
      <Chip of={DELIVERY_CHIPS} value={deliveryOf(event.delivery, event.attemptCount)} />
    </td>
    <td class="widest">
      <Chip of={OUTCOME_LABELS} value={event.applied ?? "not_finished"} />
    </td>
    <td class="wide number">
      {event.attemptCount}
      {event.payload === "service" && (
        <span class="under">service{event.version === null ? "" : ` ${event.version}`}</span>
      )}
    </td>
    <td class="wide">
      <Moment at={event.receivedAt} detail="brief" />
    </td>
  </tr>
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
