import { methodText } from "../../../../../shared/domain/payments/method-words.ts";
import type { ListedPayment } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Table } from "../../parts/table.tsx";
import { CutText, None, Text } from "../../parts/text.tsx";
import { deliveryOf, labelOf, WEBHOOK_CHIPS } from "../../words/labels.ts";
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
        look: "status",
        cell: (payment) => (
          <span class="states">
            <Headline payment={payment} isCut />
            <WebhookTrouble payment={payment} />
          </span>
        ),
      },
      {
        name: "Method",
        look: "method",
        cell: ({ method }) => method && <Method of={method} />,
      },
      {
        name: "Customer",
        look: "widest customer",
        cell: ({ customerRef }) => customerRef && <CutText value={customerRef} isShort />,
      },
      {
        name: "Order",
        look: "order",
        cell: ({ orderRef, customerRef }) => (
          <>
            {orderRef ? <CutText value={orderRef} isShort /> : <None />}
            {customerRef && (
              <span class="under narrow">
                <CutText value={customerRef} isShort />
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

/** "Visa •••• 4242"; on a tablet "Visa 4242". */
function Method({ of }: { of: NonNullable<ListedPayment["method"]> }) {
  const [name = "", last4] = methodText(of)?.split(" •••• ") ?? [];
  return (
    <>
      <Text value={name} />
      {last4 && (
        <>
          {" "}
          <span class="dots">••••{"\u00a0"}</span>
          <Text value={last4} />
        </>
      )}
    </>
  );
}

const TROUBLE = ["retrying", "held", "dead"];

/** Only where the payment's last event does not get through. */
function WebhookTrouble({ payment: { delivery, deliveryAttempts = 0 } }: { payment: ListedPayment }) {
  const state = delivery && deliveryOf(delivery, deliveryAttempts);
  if (!state || !TROUBLE.includes(state)) return null;
  const { text, tone } = labelOf(WEBHOOK_CHIPS, state);
  return (
    <span class={`chip webhook ${tone}`} title={text}>
      <Icon name="endpoints" />
      <Text value={text} />
    </span>
  );
}
