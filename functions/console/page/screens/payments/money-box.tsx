import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { Money } from "../../parts/money.tsx";
import { takenCents } from "./money/moves.ts";
import { isPaid } from "./story.ts";

type MoneyBoxProps = { payment: ListedPayment; timeline: TimelineEntry[] };

/** What is left of a payment that was paid, as far as the ledger knows it. Stripe's fees are booked later. */
export function MoneyBox({ payment, timeline }: MoneyBoxProps) {
  if (!isPaid(payment)) return null;
  const { amountCents, refundedCents, applicationFeeCents, currency } = payment;
  const returned = timeline.find((entry) => entry.kind === "fee_returned");
  const rows = [
    { name: "Amount", cents: amountCents },
    { name: "Refunds", cents: -refundedCents },
    { name: "Disputes", cents: -takenCents(payment) },
    { name: "Platform fee", cents: -applicationFeeCents },
    { name: "Returned platform fee", cents: returned?.amountCents ?? 0 },
  ].filter(({ cents }) => cents !== 0);
  return (
    <Card title="Money">
      <table class="small sum">
        <tbody>
          {rows.map(({ name, cents }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Money cents={cents} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Before Stripe fees</th>
            <td>
              <Money cents={rows.reduce((sum, { cents }) => sum + cents, 0)} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      <p class="hint">
        Stripe's fees are in the daily statement.
        {refundedCents > 0 && !returned && " So is the share of the platform fee that a refund returns."}
      </p>
    </Card>
  );
}
