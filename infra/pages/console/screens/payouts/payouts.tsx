import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ListScreen } from "../../parts/list-screen.tsx";
import { Money } from "../../parts/money.tsx";
import { Table } from "../../parts/table.tsx";
import { PAYOUT_LABELS } from "../../words/labels.ts";
import { dayText } from "../../words/time.ts";
import { AddsUp } from "./adds-up.tsx";

export const Payouts = ({ query }: { query: Query }) => (
  <ListScreen
    screen="payouts"
    query={query}
    load={api.payouts}
    empty={() => (
      <Empty icon="payouts" title="No payouts yet">
        A payout appears once the processor reports its breakdown, at most a day later.
      </Empty>
    )}
  >
    {(payouts) => (
      <Table
        caption="Payouts, newest first"
        list="payouts"
        rows={payouts}
        idOf={({ payoutId }) => payoutId}
        columns={[
          {
            name: "Arrival",
            cell: ({ arrivesOn }, link) => link(dayText(arrivesOn)),
          },
          {
            name: "Amount",
            look: "amount",
            cell: ({ amountCents, currency }) => <Money cents={amountCents} currency={currency} />,
          },
          { name: "Status", cell: ({ status }) => <Chip of={PAYOUT_LABELS} value={status} /> },
          { name: "Breakdown", look: "named", cell: (payout) => <AddsUp payout={payout} /> },
        ]}
      />
    )}
  </ListScreen>
);
