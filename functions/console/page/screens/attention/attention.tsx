import { type Query, queryText } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Answer } from "../../api/call.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { Schemas } from "../../api/types.ts";
import { Tag } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Table } from "../../parts/table.tsx";
import { None, Text } from "../../parts/text.tsx";
import { type Fetched, useFetched } from "../../state/use-fetched.ts";
import { ATTENTION_LABELS, labelOf } from "../../words/labels.ts";
import { hasRemedyAbove, targetOf } from "./remedies.ts";
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
    <Screen title="Needs attention" of={items}>
      <Loaded of={items}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? <AttentionTable items={data} reload={items.reload} /> : <Nothing />}
            <Pager screen="attention" query={query} next={next} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type AttentionTableProps = { items: readonly Item[]; most?: number; reload: () => void };

/** What has no deadline is no less urgent: it comes after what is due within a day, which is red, and before the rest. */
export function AttentionTable({ items, most, reload }: AttentionTableProps) {
  const tomorrow = new Date(serviceNowMs() + 86_400_000).toISOString();
  const deadlineOf = ({ dueBy }: Item): string => dueBy ?? tomorrow;
  const rows = items
    .toSorted((one, other) => deadlineOf(one).localeCompare(deadlineOf(other)))
    .slice(0, most);
  return (
    <Table
      caption="Needs attention, most urgent first"
      rows={rows}
      idOf={({ subject }) => Object.values(subject).join()}
      columns={[
        {
          name: "Issue",
          cell: (item) => (
            <>
              <Tag
                {...labelOf(ATTENTION_LABELS, item.kind)}
                {...(deadlineOf(item) < tomorrow && { tone: "bad" as const })}
              />
              <span class="under">
                <Subject item={item} />
              </span>
            </>
          ),
        },
        { name: "Amount", look: "amount", cell: (item) => <Amount item={item} /> },
        { name: "When", cell: (item) => <When item={item} /> },
        {
          name: "Next step",
          look: "wide",
          cell: (item) => (
            <div class="step">
              <p>
                <NextStep item={item} />
              </p>
              {!hasRemedyAbove(rows, item) && <Remedy item={item} />}
              <Resolve item={item} reload={reload} />
            </div>
          ),
        },
      ]}
    />
  );
}

const Amount = ({ item: { amountCents, currency } }: { item: Item }) =>
  amountCents === null ? <None /> : <Money cents={amountCents} currency={currency ?? undefined} />;

/** The API's advice names calls. It is for what a later version of the service knows. */
const NextStep = ({ item: { kind, advice } }: { item: Item }) => (
  <Text value={labelOf(ATTENTION_LABELS, kind).meaning ?? advice} />
);

const When = ({ item: { dueBy, since } }: { item: Item }) => (
  <>
    {dueBy ? "Due " : "Since "}
    <Moment at={dueBy ?? since} detail="brief" />
  </>
);

export function Subject({ item: { subject, orderRef } }: { item: Item }) {
  const { Link, id } = targetOf(subject);
  return (
    <Link id={id}>
      <Text value={orderRef ?? subject.endpointOrigin ?? id} />
    </Link>
  );
}

const Nothing = () => (
  <Empty icon="good" title="Nothing needs attention" all="payments">
    No authorization is expiring, no dispute is open, no refund or payout failed, and your endpoint accepts
    events.
  </Empty>
);
