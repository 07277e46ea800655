import { useState } from "preact/hooks";
import type { ListedPayment } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { CutText, None, Text } from "../../parts/text.tsx";
import { takeRowToReturnTo } from "../../state/return-row.ts";
import { DELIVERY_LABELS, STATUS_LABELS } from "../../words/labels.ts";
import { troubleOf } from "./bad-news.ts";

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
      <Chip of={STATUS_LABELS} value={payment.status} />
      <Trouble payment={payment} />
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

function Trouble({ payment }: { payment: ListedPayment }) {
  const trouble = troubleOf(payment, useUtc());
  return trouble === undefined ? null : (
    <span class="under disputed">
      <Text value={trouble} />
    </span>
  );
}

/** Whether the merchant's server has heard of the payment's last event. */
const LastDelivery = ({ delivery }: { delivery: ListedPayment["delivery"] }) =>
  delivery ? <Chip of={DELIVERY_LABELS} value={delivery} /> : <None />;
