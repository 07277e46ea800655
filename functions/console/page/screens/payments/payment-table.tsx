import { useState } from "preact/hooks";
import type { ListedPayment } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { RowLink } from "../../parts/row-link.tsx";
import { CutText, None, Text } from "../../parts/text.tsx";
import { takeRowToReturnTo } from "../../state/return-row.ts";
import { deliveryOf, WEBHOOK_CHIPS } from "../../words/labels.ts";
import { methodText } from "../../words/method.ts";
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
            Method
          </th>
          <th scope="col" class="widest">
            Customer
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
        {payment.customerRef !== null && <CutText value={payment.customerRef} />}
        <Moment at={payment.createdAt} detail="brief" />
      </span>
    </td>
    <td>
      <Headline payment={payment} />
      <WebhookTrouble payment={payment} />
    </td>
    <td class="wide">{payment.method ? <Text value={methodText(payment.method) ?? ""} /> : <None />}</td>
    <td class="widest">
      <Written value={payment.customerRef} />
    </td>
    <td class="wide">
      <Written value={payment.orderRef} />
    </td>
    <td class="wide">
      <Moment at={payment.createdAt} detail="brief" />
    </td>
  </tr>
);

const Written = ({ value }: { value: string | null }) =>
  value === null ? <None /> : <CutText value={value} />;

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
