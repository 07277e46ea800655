import { useState } from "preact/hooks";
import type { ListedPayment } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { CutText, None } from "../../parts/text.tsx";
import { takeRowToReturnTo } from "../../state/return-row.ts";
import { DELIVERY_LABELS } from "../../words/labels.ts";
import { Headline } from "./headline.tsx";

export function PaymentTable({ payments }: { payments: ListedPayment[] }) {
  const [returned] = useState(() => takeRowToReturnTo("payments"));
  return (
    <table class="list">
      <caption class="for-ears">Payments, newest first</caption>
      <thead>
        <tr>
          <th scope="col" class="amount">
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col" class="wide">
            Webhook
          </th>
          <th scope="col" class="wide">
            Order
          </th>
          <th scope="col" class="wide">
            Created
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <Row key={payment.svcPaymentId} payment={payment} isReturned={payment.svcPaymentId === returned} />
        ))}
      </tbody>
    </table>
  );
}

const Row = ({ payment, isReturned }: { payment: ListedPayment; isReturned: boolean }) => (
  <tr>
    <td class="amount">
      <RowLink list="payments" id={payment.svcPaymentId} isReturned={isReturned}>
        <Money cents={payment.amountCents} currency={payment.currency} />
      </RowLink>
      <span class="under narrow">
        {payment.orderRef !== null && <CutText value={payment.orderRef} />}
        <Moment at={payment.createdAt} detail="brief" />
      </span>
    </td>
    <td>
      <Headline payment={payment} />
      <span class="under narrow">
        <LastDelivery delivery={payment.delivery} />
      </span>
    </td>
    <td class="wide">
      <LastDelivery delivery={payment.delivery} />
    </td>
    <td class="wide">{payment.orderRef === null ? <None /> : <CutText value={payment.orderRef} />}</td>
    <td class="wide">
      <Moment at={payment.createdAt} detail="brief" />
    </td>
  </tr>
);

/** Whether the payment's last event was delivered. */
const LastDelivery = ({ delivery }: { delivery: ListedPayment["delivery"] }) =>
  delivery ? <Chip of={DELIVERY_LABELS} value={delivery} /> : <None />;
