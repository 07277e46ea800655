import { methodText } from "../../../../../shared/domain/payments/method-words.ts";
import type { ListedPayment } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Table } from "../../parts/table.tsx";
import { CutText, None } from "../../parts/text.tsx";
import { deliveryOf, WEBHOOK_CHIPS } from "../../words/labels.ts";
import { Headline } from "./headline.tsx";

export const PaymentTable = ({ payments }: { payments: ListedPayment[] }) => (
  <Table
    caption="Payments, newest first"
    list="payments"
    rows={payments}
    idOf={({ svcPaymentId }) => svcPaymentId}
    columns={[
      {
        name: "Amount",
        look: "amount",
        cell: ({ amountCents, currency }, link) => link(<Money cents={amountCents} currency={currency} />),
      },
      {
        name: "Status",
        cell: (payment) => (
          <>
            <Headline payment={payment} />
            <WebhookTrouble payment={payment} />
          </>
        ),
      },
      {
        name: "Method",
        look: "method",
        cell: ({ method }) => methodText(method)?.replace("• ", "•\u00a0"),
      },
      {
        name: "Customer",
        look: "widest",
        cell: ({ customerRef }) => customerRef && <CutText value={customerRef} />,
      },
      {
        name: "Order",
        look: "order",
        cell: ({ orderRef, customerRef }) => (
          <>
            {orderRef ? <CutText value={orderRef} /> : <None />}
            {customerRef && (
              <span class="under narrow">
                <CutText value={customerRef} />
              </span>
            )}
          </>
        ),
      },
      {
        name: "Created",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
    ]}
  />
);

const TROUBLE = ["retrying", "held", "dead"];

/** Only where the payment's last event does not get through. */
function WebhookTrouble({ payment: { delivery, deliveryAttempts = 0 } }: { payment: ListedPayment }) {
  const state = delivery && deliveryOf(delivery, deliveryAttempts);
  return state && TROUBLE.includes(state) ? (
    <span class="under">
      <Chip of={WEBHOOK_CHIPS} value={state} />
    </span>
  ) : null;
}
