import { netOf } from "../../../../../shared/domain/payments/net.ts";
import type { ListedPayment, Schemas, TimelineEntry } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Sum } from "../../parts/table.tsx";
import type { Fetched } from "../../state/use-fetched.ts";
import { moneyText } from "../../words/money.ts";
import { takenCents } from "./money/moves.ts";
import { isPaid } from "./story.ts";

type MoneyBoxProps = {
  payment: ListedPayment;
  timeline: TimelineEntry[];
  details: Pick<Fetched<Schemas["PaymentDetails"] | undefined>, "data" | "error">;
  /** What of the refunds the customer has not received yet. */
  waitingCents: number;
};

/** What is left of a payment that was paid: the net, once Stripe's fees are known. Some sessions are not shown them. */
export function MoneyBox({ payment, timeline, details: { data, error }, waitingCents }: MoneyBoxProps) {
  if (!isPaid(payment)) return null;
  const fees = data?.fees;
  const net = netOf(payment, fees, {
    returnedCents: timeline.find((entry) => entry.kind === "fee_returned")?.amountCents ?? 0,
    disputesCents: takenCents(payment),
  });
  const pendingText = moneyText(waitingCents, payment.currency);
  return (
    <Card title="Money">
      {fees && net.isForeign && (
        <p class="lead">
          Charged <Money cents={fees.chargedCents} currency={fees.chargeCurrency} />, settled as{" "}
          <Money cents={fees.grossCents} currency={fees.currency} />.
        </p>
      )}
      <Sum
        rows={net.parts.map(({ name, cents }) => ({
          name: name === "Refunds" && waitingCents > 0 ? `Refunds (${pendingText} pending)` : name,
          cents,
        }))}
        total={[fees ? net.name : "Before Stripe fees", net.cents]}
        unknown={error ? ["Net", "Unavailable"] : fees === null ? ["Net", "Not known yet"] : undefined}
        currency={fees?.currency ?? payment.currency}
      />
      <p class="hint">
        {fees ? (
          <>
            Available <Moment at={fees.availableOn} />.
          </>
        ) : (
          "Stripe's fees and returned platform fees are in the daily statement."
        )}
      </p>
    </Card>
  );
}
