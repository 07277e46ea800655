import { isId } from "../../address/ids.ts";
import type { Query } from "../../address/query.ts";
import { Choice, Field, FilterForm, TimeField, textIn } from "../../parts/form.tsx";
import { hrefOf } from "../../state/routes.ts";
import { STATUS_LABELS } from "../../words/labels.ts";
import { fieldTime, fieldValue } from "../../words/time.ts";

/** One field for orders and ids: an id leads to its payment or event at once. */
export function PaymentFilters({ query }: { query: Query }) {
  const apply = (form: FormData) => {
    const search = textIn(form, "search").trim();
    if (isId("payment", search)) return hrefOf("payment", { id: search });
    if (isId("event", search)) return hrefOf("event", { id: search });
    const since = fieldTime(textIn(form, "since")) ?? "";
    const until = fieldTime(textIn(form, "until")) ?? "";
    return hrefOf("payments", { query: { orderRef: search, status: textIn(form, "status"), since, until } });
  };
  return (
    <FilterForm apply={apply} clear={Object.keys(query).length > 0 ? hrefOf("payments") : undefined}>
      <Field
        name="search"
        label="Order or id"
        value={query.orderRef ?? ""}
        placeholder="order-1001, svcpay_…"
      />
      <Choice name="status" label="Status" value={query.status ?? ""} options={STATUS_OPTIONS} />
      <TimeField name="since" label="Created from" value={fieldValue(query.since)} />
      <TimeField name="until" label="Created before" value={fieldValue(query.until)} />
    </FilterForm>
  );
}

const STATUS_OPTIONS = Object.entries(STATUS_LABELS).map(([value, { text }]) => ({ value, text }));
