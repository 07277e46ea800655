import type { Query } from "../../address/query.ts";
import { Choice, Field, FilterForm, textIn } from "../../parts/form.tsx";
import { hrefOf } from "../../state/routes.ts";
import { DELIVERY_LABELS, EVENT_LABELS } from "../../words/labels.ts";

export function EventFilters({ query }: { query: Query }) {
  const apply = (form: FormData) => {
    const [delivery, type] = [textIn(form, "delivery"), textIn(form, "type")];
    const [svcPaymentId, endpointId] = [textIn(form, "svcPaymentId").trim(), textIn(form, "endpointId")];
    return hrefOf("events", { query: { delivery, type, svcPaymentId, endpointId } });
  };
  return (
    <FilterForm query={query} apply={apply} clear={hrefOf("events")}>
      <Choice name="delivery" label="Webhook" value={query.delivery ?? ""} options={DELIVERIES} />
      <Choice name="type" label="Type" value={query.type ?? ""} options={TYPES} />
      <Field
        name="svcPaymentId"
        label="Payment ID"
        value={query.svcPaymentId ?? ""}
        placeholder="svcpay_…"
        pattern="\s*svcpay_[0-9a-f]{32}\s*"
        title="A payment ID: svcpay_ and 32 characters"
      />
      {query.endpointId && <Field name="endpointId" label="Endpoint ID" value={query.endpointId} />}
    </FilterForm>
  );
}

/** One cannot ask for those without a callback. */
const DELIVERIES = Object.entries(DELIVERY_LABELS)
  .filter(([value]) => value !== "none")
  .map(([value, { text }]) => ({ value, text }));

const TYPES = Object.keys(EVENT_LABELS).map((value) => ({ value, text: value }));
