import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Answer } from "../../api/call.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { Schemas } from "../../api/types.ts";
import { Tag } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ListPage } from "../../parts/list-screen.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Text, UrlText } from "../../parts/text.tsx";
import { type Fetched, useFetched } from "../../state/use-fetched.ts";
import { ATTENTION_LABELS, labelOf } from "../../words/labels.ts";
import { hasRemedyAbove, targetOf } from "./remedies.ts";
import { Remedy, Resolve } from "./remedy.tsx";

type Item = Schemas["Attention"];

/** The first page, whose items are also counted in the sidebar. */
export type FirstAttention = Fetched<Answer<Item[]>>;

export const Attention = ({ query, attention }: { query: Query; attention: FirstAttention }) =>
  query.startingAfter ? <Further query={query} /> : <Page query={query} of={attention} />;

const Further = ({ query }: { query: Query }) => <Page query={query} of={useFetched(api.attention(query))} />;

const Page = ({ query, of }: { query: Query; of: FirstAttention }) => (
  <Screen title="Needs attention" of={of}>
    <ListPage screen="attention" query={query} of={of} empty={() => <Nothing />}>
      {(items) => <AttentionTable items={items} reload={of.reload} />}
    </ListPage>
  </Screen>
);

type AttentionTableProps = { items: readonly Item[]; most?: number; reload: () => void };

/** By what it costs to wait. What is due within a day is red. `most`: only so many, in rows of one line. */
export function AttentionTable({ items, most, reload }: AttentionTableProps) {
  const rows = items.toSorted(byUrgency).slice(0, most);
  return (
    <Table
      caption="Needs attention, most urgent first"
      rows={rows}
      idOf={({ subject }) => Object.values(subject).join()}
      columns={most ? briefColumns(rows) : columnsOf(rows, reload)}
    />
  );
}

function Issue({ item }: { item: Item }) {
  const tomorrow = new Date(serviceNowMs() + 86_400_000).toISOString();
  const tone = deadlineOf(item) < tomorrow ? ({ tone: "bad" } as const) : {};
  return <Tag {...labelOf(ATTENTION_LABELS, item.kind)} {...tone} />;
}

const AMOUNT: Column<Item> = {
  name: "Amount",
  look: "amount",
  cell: ({ amountCents, currency }) => <Money cents={amountCents} currency={currency ?? undefined} />,
};

const briefColumns = (rows: readonly Item[]): Column<Item>[] => [
  { name: "Issue", cell: (item) => <Issue item={item} /> },
  { name: "About", cell: (item) => <Subject item={item} /> },
  { name: "When", look: "when", cell: (item) => <When item={item} /> },
  AMOUNT,
  {
    name: "Next step",
    look: "brief",
    cell: (item) => !item.replacement && !hasRemedyAbove(rows, item) && <Remedy item={item} />,
  },
];

const columnsOf = (rows: readonly Item[], reload: () => void): Column<Item>[] => [
  {
    name: "Issue",
    cell: (item) => (
      <>
        <Issue item={item} />
        <span class="under">
          <Subject item={item} />
        </span>
        <span class="under">
          <When item={item} />
        </span>
      </>
    ),
  },
  AMOUNT,
  {
    name: "Next step",
    look: "wide",
    cell: (item) => (
      <div class="step">
        <p>
          <NextStep item={item} />
        </p>
        {!item.replacement && !hasRemedyAbove(rows, item) && <Remedy item={item} />}
        <Resolve item={item} reload={reload} />
      </div>
    ),
  },
];

/** Behind every time. */
const NEVER = "~";

const deadlineOf = ({ dueBy }: Item): string => dueBy ?? NEVER;

/** The nearest deadline first, then the larger amount; what has no deadline comes last. */
function byUrgency(one: Item, other: Item): number {
  const [first, second] = [deadlineOf(one), deadlineOf(other)];
  if (first === second) return (other.amountCents ?? 0) - (one.amountCents ?? 0);
  return first < second ? -1 : 1;
}

/** The API's advice names calls. It is for what a later version of the service knows, and for a replacement, which needs none. */
const NextStep = ({ item: { kind, advice, replacement } }: { item: Item }) => (
  <Text value={replacement ? advice : (labelOf(ATTENTION_LABELS, kind).meaning ?? advice)} />
);

const When = ({ item: { dueBy, since } }: { item: Item }) => (
  <>
    {dueBy ? "Due " : "Since "}
    <Moment at={dueBy ?? since} />
  </>
);

export function Subject({ item: { subject, orderRef } }: { item: Item }) {
  const { Link, id } = targetOf(subject);
  return (
    <Link id={id}>
      <UrlText value={orderRef ?? subject.endpointOrigin ?? id} />
    </Link>
  );
}

const Nothing = () => <Empty icon="good" title="Nothing needs attention" all="payments" />;
