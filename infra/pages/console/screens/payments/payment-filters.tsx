import { HEADLINES, NEEDS_ACTION_FILTER } from "../../../../../shared/domain/payments/headline.ts";
import type { Query } from "../../address/query.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import { Choice, Choices, Field, FilterForm, optionsOf, TimeField } from "../../parts/form.tsx";
import { useUtc } from "../../parts/moment.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { hrefOf } from "../../state/routes.ts";
import { DELIVERY_LABELS } from "../../words/labels.ts";

export function PaymentFilters({ query }: { query: Query }) {
  const inUtc = useUtc();
  return (
    <>
      <Tabs
        name="Created"
        chosen={query.since ?? ""}
        options={Object.fromEntries(PRESETS.map(([text, days]) => [midnight(days, inUtc), text]))}
        hrefFor={(since) => hrefOf("payments", { query: { ...query, since, until: "", startingAfter: "" } })}
      />
      <FilterForm screen="payments" query={query}>
        <Choices name="status" label="Status" value={query.status} options={STATUSES} />
        <Choice name="delivery" label="Webhook" value={query.delivery} options={DELIVERIES} />
        <Field name="customer" label="Customer" value={query.customer} />
        <TimeField name="since" label="Created from" at={query.since} />
        <TimeField name="until" label="Created before" at={query.until} />
      </FilterForm>
    </>
  );
}

const PRESETS = [
  ["Today", 0],
  ["Since yesterday", 1],
  ["Last 7 days", 6],
] as const;

/** When the day began so many days ago, where the reader is or in UTC. */
function midnight(daysAgo: number, inUtc: boolean): string {
  const day = new Date(serviceNowMs());
  day[inUtc ? "setUTCHours" : "setHours"](-24 * daysAgo, 0, 0, 0);
  return day.toISOString();
}

const STATUSES = { [NEEDS_ACTION_FILTER]: "Needs your action", ...optionsOf(HEADLINES) };
const DELIVERIES = optionsOf(DELIVERY_LABELS);
