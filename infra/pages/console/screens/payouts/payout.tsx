import { isReturned } from "../../../../../shared/domain/finance/payout-status.ts";
import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { IdFact } from "../../parts/copied-id.tsx";
import { DownloadButton } from "../../parts/download-button.tsx";
import { NotFound } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money, OtherBalances } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { StripeLink } from "../../parts/stripe-link.tsx";
import { Sum } from "../../parts/table.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { arrivalText, PAYOUT_LABELS } from "../../words/labels.ts";
import { dayText } from "../../words/time.ts";
import { AddsUp } from "./adds-up.tsx";
import { PayoutLines } from "./payout-lines.tsx";
import { sumOf } from "./sum-of.ts";

type Whole = Schemas["Payout"];

export function Payout({ id, query }: { id: string; query: Query }) {
  const payout = useFetched(api.payout(id));
  return (
    <Screen
      title={`Payout ${id}`}
      heading={payout.data ? <Heading payout={payout.data} /> : "Payout"}
      back="payouts"
      of={payout}
    >
      <Loaded of={payout} missing={<NotFound noun="payout" />}>
        {(data) => (
          <>
            <div class="pair">
              <Outline payout={data} />
              {data.composition === "complete" && <Breakdown payout={data} />}
            </div>
            {data.composition === "complete" && <PayoutLines payout={data} query={query} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const Heading = ({ payout: { amountCents, currency, status } }: { payout: Whole }) => (
  <>
    <span class="for-ears">Payout of </span>
    <Money cents={amountCents} currency={currency} /> <Chip of={PAYOUT_LABELS} value={status} />
  </>
);

const Outline = ({ payout }: { payout: Whole }) => (
  <Card title="Details">
    {isReturned(payout.status) && (
      <p class="lead">
        {payout.status === "failed" && "Correct the bank account in Stripe. "}The money is back in your
        balance.
        <StripeLink to={`payouts/${payout.payoutId}`} />
      </p>
    )}
    {payout.composition === "unknown" && (
      <p class="lead">A manual payout: the processor reports no breakdown.</p>
    )}
    {payout.composition === "waiting" && <p class="lead">The breakdown is not complete yet.</p>}
    <Facts>
      <Fact name={arrivalText(payout.status)}>{dayText(payout.arrivesOn)}</Fact>
      <Fact name="Created">
        <Moment at={payout.createdAt} detail="full" />
      </Fact>
      {payout.traceId !== null && <Fact name="Bank reference">{payout.traceId}</Fact>}
      {payout.failureCode !== null && <Fact name="Failure reason">{worded(payout.failureCode)}</Fact>}
      <IdFact name="Stripe payout ID" value={payout.payoutId} />
    </Facts>
  </Card>
);

const Breakdown = ({ payout }: { payout: Whole }) => (
  <Card
    title="Breakdown"
    actions={
      <DownloadButton
        name={`${payout.payoutId}.csv`}
        load={() => api.file(`payouts/${payout.payoutId}/lines.csv`)}
      />
    }
  >
    <Sum
      rows={sumOf(payout)}
      currency={payout.currency}
      total={[
        <>
          {isReturned(payout.status) ? "Not paid out" : "Payout"} <AddsUp payout={payout} />
        </>,
        payout.amountCents,
      ]}
    />
    <OtherBalances cents={payout.totals.other_balance?.netCents} currency={payout.currency} />
  </Card>
);
