import { type Query, queryText } from "../../address/query.ts";
import type { ListedEvent } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty, NoMatch } from "../../parts/empty.tsx";
import { Choice, Field, FilterForm, optionsOf } from "../../parts/form.tsx";
import { ListScreen } from "../../parts/list-screen.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Table } from "../../parts/table.tsx";
import { CutText, Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import {
  DELIVERY_CHIPS,
  DELIVERY_LABELS,
  deliveryOf,
  EVENT_LABELS,
  eventText,
  OUTCOME_LABELS,
} from "../../words/labels.ts";
import { searchEvents } from "./search-events.ts";

export const Events = ({ query }: { query: Query }) => (
  <ListScreen
    screen="events"
    above={<EventFilters query={query} />}
    query={query}
    load={searchEvents}
    empty={(hasMore) => <NoEvents query={query} hasMore={hasMore} />}
  >
    {(events) => <EventTable events={events} />}
  </ListScreen>
);

export const EventTable = ({ events }: { events: ListedEvent[] }) => (
  <Table
    caption="Events, newest first"
    list="events"
    rows={events}
    idOf={({ id }) => id}
    columns={[
      {
        name: "Event",
        cell: ({ type }, link) => (
          <>
            {link(eventText(type) ?? type)}
            <code class="under">
              <Text value={type} />
            </code>
          </>
        ),
      },
      {
        name: "Webhook",
        cell: ({ delivery, attemptCount }) => (
          <>
            <Chip of={DELIVERY_CHIPS} value={deliveryOf(delivery, attemptCount)} />
            {attemptCount > 1 && <span class="beside attempts">{attemptCount} attempts</span>}
          </>
        ),
      },
      {
        name: "Order",
        cell: ({ orderRef }) => orderRef && <CutText value={orderRef} />,
      },
      {
        name: "Amount",
        look: "amount",
        cell: ({ amountCents, currency }) =>
          currency && <Money cents={amountCents ?? 0} currency={currency} />,
      },
      {
        name: "Received",
        cell: ({ receivedAt }) => <Moment at={receivedAt} />,
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
      Events about your payments appear here for 90 days. <a href={hrefOf("endpoints")}>View webhooks</a>
    </Empty>
  ) : (
    <NoMatch all="events" hasMore={hasMore} />
  );

const EventFilters = ({ query }: { query: Query }) => (
  <FilterForm screen="events" query={query}>
    <Choice name="delivery" label="Webhook" value={query.delivery} options={DELIVERIES} />
    <Choice name="type" label="Type" value={query.type} options={TYPES} />
    <Field
      name="svcPaymentId"
      label="Payment ID"
      value={query.svcPaymentId}
      placeholder="svcpay_…"
      pattern="\s*svcpay_[0-9a-f]{32}\s*"
      title="A payment ID: svcpay_ and 32 characters"
    />
    {query.endpointId && <Field name="endpointId" label="Endpoint ID" value={query.endpointId} />}
  </FilterForm>
);

/** One cannot ask for those without a callback. */
const { none: _, ...DELIVERIES } = optionsOf(DELIVERY_LABELS);

const TYPES = Object.fromEntries(Object.keys(EVENT_LABELS).map((type) => [type, type]));
