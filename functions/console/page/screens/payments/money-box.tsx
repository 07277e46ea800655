import type { ListedPayment, Schemas, TimelineEntry } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Sum } from "../../parts/table.tsx";
import { takenCents } from "./money/moves.ts";
import { isPaid } from "./story.ts";

type MoneyBoxProps = {
  payment: ListedPayment;
  timeline: TimelineEntry[];
  fees?: Schemas["PaymentDetails"]["fees"] | undefined;
};

/**
 * What is left of a payment that was paid: the net, once Stripe's fee is known in the payment's own currency. The fee of
 * a dispute is not part of it, so a disputed payment has no net here.
 */
export function MoneyBox({ payment, timeline, fees }: MoneyBoxProps) {
  if (!isPaid(payment)) return null;
  const known = fees?.currency === payment.currency && !payment.disputes?.length ? fees : null;
  const { amountCents, refundedCents, applicationFeeCents, currency } = payment;
  const returned = timeline.find((entry) => entry.kind === "fee_returned");
  const rows = [
    { name: "Amount", cents: amountCents },
    { name: "Refunds", cents: -refundedCents },
    { name: "Disputes", cents: -takenCents(payment) },
    { name: "Platform fee", cents: -applicationFeeCents },
    { name: "Returned platform fee", cents: returned?.amountCents ?? 0 },
    { name: "Stripe fee", cents: -(known?.processorFeeCents ?? 0) },
  ].filter(({ cents }) => cents !== 0);
  return (
    <Card title="Money">
      <Sum
        rows={rows}
        total={[known ? "Net" : "Before Stripe fees", rows.reduce((sum, { cents }) => sum + cents, 0)]}
        currency={currency}
      />
      <p class="hint">
        {known ? (
          <>
            Available <Moment at={known.availableOn} detail="brief" />.
          </>
        ) : (
          "Stripe's fees are in the daily statement."
        )}
        {refundedCents > 0 && !returned && " So is the share of the platform fee that a refund returns."}
      </p>
    </Card>
  );
}
