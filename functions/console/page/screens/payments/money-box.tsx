import type { ListedPayment, Schemas, TimelineEntry } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Sum } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { takenCents } from "./money/moves.ts";
import { isPaid } from "./story.ts";

type MoneyBoxProps = {
  payment: ListedPayment;
  timeline: TimelineEntry[];
  fees?: Schemas["PaymentDetails"]["fees"] | undefined;
};

/**
 * What is left of a payment that was paid: the net, once Stripe's fees are known. A sale in another currency than the
 * account's is shown as it was settled. Its refunds are not in it: each has a rate of its own.
 */
export function MoneyBox({ payment, timeline, fees }: MoneyBoxProps) {
  if (!isPaid(payment)) return null;
  const { amountCents, refundedCents, applicationFeeCents } = payment;
  const isForeign = !!fees && fees.currency !== payment.currency;
  const returnedCents =
    fees?.platformFeeReturnedCents ?? timeline.find((entry) => entry.kind === "fee_returned")?.amountCents;
  const own = isForeign
    ? [
        { name: "Settled", cents: fees.grossCents },
        { name: "Platform fee", cents: -fees.platformFeeCents },
      ]
    : [
        { name: "Amount", cents: amountCents },
        { name: "Refunds", cents: -refundedCents },
        { name: "Platform fee", cents: -applicationFeeCents },
        { name: "Returned platform fee", cents: returnedCents ?? 0 },
      ];
  const rows = [
    ...own,
    { name: "Stripe fees", cents: -(fees?.processorFeeCents ?? 0) },
    { name: "Disputes", cents: -(fees?.disputesCents ?? takenCents(payment)) },
    { name: "Dispute fees", cents: -(fees?.disputeFeesCents ?? 0) },
  ].filter(({ cents }) => cents !== 0);
  const hasRefunds = refundedCents > 0;
  return (
    <Card title="Money">
      {isForeign && (
        <p class="lead">
          Charged <Money cents={fees.chargedCents} currency={fees.chargeCurrency} />, settled in{" "}
          <Text value={fees.currency.toUpperCase()} />
          {fees.exchangeRate && ` at ${fees.exchangeRate}`}.
        </p>
      )}
      <Sum
        rows={rows}
        total={[
          !fees ? "Before Stripe fees" : isForeign && hasRefunds ? "Net before refunds" : "Net",
          rows.reduce((sum, { cents }) => sum + cents, 0),
        ]}
        currency={fees?.currency ?? payment.currency}
      />
      <p class="hint">
        {fees ? (
          <>
            Available <Moment at={fees.availableOn} />.
          </>
        ) : (
          "Stripe's fees are in the daily statement."
        )}
        {hasRefunds &&
          returnedCents === undefined &&
          " The returned share of the platform fee is in the daily statement."}
      </p>
    </Card>
  );
}
