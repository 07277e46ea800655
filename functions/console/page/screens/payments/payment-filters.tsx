import { HEADLINES } from "../../../../../shared/domain/payments/headline.ts";
import { isId } from "../../address/ids.ts";
import type { Query } from "../../address/query.ts";
import { Choice, Field, FilterForm, TimeField, textIn } from "../../parts/form.tsx";
import { hrefOf } from "../../state/routes.ts";
import { DELIVERY_LABELS } from "../../words/labels.ts";
import { fieldTime, fieldValue } from "../../words/time.ts";

/** One field for orders, ids and amounts: an id leads to its payment or event at once. */
export function PaymentFilters({ query }: { query: Query }) {
  const apply = (form: FormData) => {
    const search = textIn(form, "search").trim();
    if (isId("payment", search)) return hrefOf("payment", { id: search });
    if (isId("event", search)) return hrefOf("event", { id: search });
    if (isId("payout", search)) return hrefOf("payout", { id: search });
    if (isId("intent", search)) return hrefOf("payments", { query: { processorPaymentIntentId: search } });
    const [status, delivery] = [textIn(form, "status"), textIn(form, "delivery")];
    const since = fieldTime(textIn(form, "since")) ?? "";
    const until = fieldTime(textIn(form, "until")) ?? "";
    return hrefOf("payments", { query: { search, status, delivery, since, until } });
  };
  return (
    <FilterForm apply={apply} clear={Object.keys(query).length > 0 ? hrefOf("payments") : undefined}>
      <Field
        name="search"
        label="Order, ID or amount"
        value={query.search ?? query.processorPaymentIntentId ?? ""}
        placeholder="order-1001, svcpay_…, pi_…, 49.99"
      />
      <Choice name="status" label="Status" value={query.status ?? ""} options={STATUSES} />
      <Choice name="delivery" label="Webhook" value={query.delivery ?? ""} options={DELIVERIES} />
      <TimeField name="since" label="Created from" value={fieldValue(query.since)} />
      <TimeField name="until" label="Created before" value={fieldValue(query.until)} />
    </FilterForm>
  );
}

const optionsOf = (labels: Record<string, { text: string }>) =>
  Object.entries(labels).map(([value, { text }]) => ({ value, text }));

/** Several headlines can have one text, and a list knows no declines. */
const STATUSES = optionsOf(HEADLINES).filter(
  ({ value, text }, place, all) =>
    value !== "declined" && all.findIndex((other) => other.text === text) === place,
);
const DELIVERIES = optionsOf(DELIVERY_LABELS);
