import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { ListScreen } from "../../parts/list-screen.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Table } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { DISPUTE_LABELS } from "../../words/labels.ts";
import { RespondLink } from "./respond-link.tsx";

export const Disputes = ({ query }: { query: Query }) => (
  <ListScreen
    screen="disputes"
    query={query}
    load={api.disputes}
    empty={() => (
      <Empty icon="disputes" title="No disputes">
        A dispute appears here when a customer asks their bank to reverse a payment.
      </Empty>
    )}
  >
    {(disputes) => (
      <Table
        caption="Disputes, most urgent first"
        list="disputes"
        rows={disputes}
        idOf={({ disputeId }) => disputeId}
        columns={[
          {
            name: "Amount",
            look: "amount",
            cell: ({ amountCents, currency }, link) =>
              link(<Money cents={amountCents} currency={currency} />),
          },
          {
            name: "Status",
            cell: ({ status, reason, disputeId, dueBy }) => (
              <>
                <Chip of={DISPUTE_LABELS} value={status} />
                <span class="beside">
                  <Text value={worded(reason)} />
                  {dueBy && <RespondLink id={disputeId} isDue />}
                </span>
              </>
            ),
          },
          {
            name: "Order",
            cell: ({ orderRef, svcPaymentId }) => (
              <PaymentLink id={svcPaymentId}>
                <Text value={orderRef ?? "View payment"} />
              </PaymentLink>
            ),
          },
          {
            name: "Respond by",
            look: "named",
            cell: ({ dueBy }) => <Moment at={dueBy} />,
          },
          {
            name: "Opened",
            look: "widest named",
            cell: ({ openedAt }) => <Moment at={openedAt} />,
          },
        ]}
      />
    )}
  </ListScreen>
);
