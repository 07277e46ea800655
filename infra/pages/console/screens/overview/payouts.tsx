import * as api from "../../api/api.ts";
import type { Overview, Schemas } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { PayoutLink } from "../../parts/links.tsx";
import { Money } from "../../parts/money.tsx";
import { None, Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { arrivalText, PAYOUT_LABELS } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { dateText, dayText } from "../../words/time.ts";

type Payout = Overview["payouts"]["next"];

type PayoutsProps = { data: Overview; attention: readonly Schemas["Attention"][] | undefined };

/** Failed ones first: among what needs attention they come last, because they have no deadline. */
export const Payouts = ({ data: { balance, payouts }, attention = [] }: PayoutsProps) => (
  <div class="pair thirds">
    <BalanceCard last={balance.closing} />
    {attention
      .filter(({ kind }) => kind === "payout_failed")
      .map((item) => (
        <FailedPayout key={item.subject.payoutId} item={item} />
      ))}
    <PayoutCard title="Next payout" payout={payouts.next} />
    <PayoutCard title="Last payout" payout={payouts.last} />
  </div>
);

/** As Stripe has it now. Without an answer, or with an empty one, what the last statement says, if there is one. */
function BalanceCard({ last }: { last: Overview["balance"]["closing"] }) {
  const { data, error } = useFetched(api.liveBalance);
  return (
    <Card title="Available balance">
      {data?.currencies.map(({ currency, availableCents, pendingCents }) => (
        <p key={currency} class="answer">
          <Money cents={availableCents} currency={currency} />
          <span class="under">Pending: {moneyText(pendingCents, currency)}</span>
        </p>
      ))}
      {(error || data?.currencies.length === 0) &&
        (last?.currencies.map(({ currency, closingBalanceCents: cents }) => (
          <p key={currency}>
            <Money cents={cents} currency={currency} /> with pending, {dateText(last.date)} (UTC)
          </p>
        )) ?? <None />)}
    </Card>
  );
}

const FailedPayout = ({ item: { subject, amountCents, currency } }: { item: Schemas["Attention"] }) => (
  <Card title="Failed payout" actions={<Chip of={PAYOUT_LABELS} value="failed" />}>
    <p class="answer">
      <Money cents={amountCents} currency={currency ?? undefined} />
    </p>
    <p>
      The bank returned it. Correct the bank account in Stripe.{" "}
      <PayoutLink id={subject.payoutId ?? ""}>View payout</PayoutLink>
    </p>
  </Card>
);

const PayoutCard = ({ title, payout }: { title: string; payout: Payout }) => (
  <Card title={title} actions={payout && <Chip of={PAYOUT_LABELS} value={payout.status} />}>
    {payout ? (
      <>
        <p class="answer">
          <Money cents={payout.amountCents} currency={payout.currency} />
        </p>
        <p>
          {arrivalText(payout.status)} <Text value={dayText(payout.arrivesOn)} />.{" "}
          <PayoutLink id={payout.payoutId}>View payout</PayoutLink>
        </p>
      </>
    ) : (
      <None />
    )}
  </Card>
);
