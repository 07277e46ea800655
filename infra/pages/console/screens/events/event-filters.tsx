import type { Query } from "../../address/query.ts";
import { Choice, Field, FilterForm, optionsOf } from "../../parts/form.tsx";
import { DELIVERY_LABELS, EVENT_LABELS } from "../../words/labels.ts";

export const EventFilters = ({ query }: { query: Query }) => (
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
