import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import * as api from "../../api/api.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { Schemas } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { IdFact } from "../../parts/copied-id.tsx";
import { NotFound } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Sum } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { DISPUTE_LABELS } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { own } from "../../words/own.ts";
import { durationText } from "../../words/time.ts";
import { RespondLink } from "./respond-link.tsx";

type ListedDispute = Schemas["ListedDispute"];

/** Until when to answer, what it costs not to, and where. */
export function Dispute({ id }: { id: string }) {
  const dispute = useFetched(api.dispute(id));
  const { data } = dispute;
  return (
    <Screen
      title={data ? `Dispute, ${moneyText(data.amountCents, data.currency)}` : "Dispute"}
      heading={data ? <Heading dispute={data} /> : "Dispute"}
      back="disputes"
      actions={data && <RespondLink id={id} isDue={data.dueBy !== null} class="button" />}
      of={dispute}
    >
      <Loaded of={dispute} missing={<NotFound noun="dispute" />}>
        {(found) => (
          <>
            <div class="pair">
              <DisputeFacts dispute={found} />
              <Stake dispute={found} />
            </div>
            {found.dueBy && <Response reason={found.reason} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const Heading = ({ dispute: { amountCents, currency, status } }: { dispute: ListedDispute }) => (
  <>
    <span class="for-ears">Dispute of </span>
    <Money cents={amountCents} currency={currency} /> <Chip of={DISPUTE_LABELS} value={status} />
  </>
);

const DisputeFacts = ({ dispute }: { dispute: ListedDispute }) => (
  <Card title="Details">
    <p class="answer">
      <Deadline dispute={dispute} />
    </p>
    <Facts>
      <Fact name="Reason">{worded(dispute.reason)}</Fact>
      <Fact name="Opened">
        <Moment at={dispute.openedAt} detail="full" />
      </Fact>
      <Fact name="Order">{dispute.orderRef}</Fact>
      <Fact name="Payment">
        <PaymentLink id={dispute.svcPaymentId}>View payment</PaymentLink>
      </Fact>
      <IdFact name="dispute ID" value={dispute.disputeId} />
    </Facts>
  </Card>
);

/** What the status means for the money, where no answer is waited for. */
const MEANINGS: Record<string, string> = {
  needs_response: "The deadline has passed.",
  under_review: "The customer's bank decides. This can take up to 75 days.",
  won: "The bank decided for you. The amount was returned.",
  lost: "The bank decided for the customer. The amount is not returned.",
  warning_needs_response: "The deadline has passed. Nothing was withdrawn.",
  warning_under_review: "The customer's bank looks at your response. Nothing was withdrawn.",
  warning_closed: "The inquiry was closed. Nothing was withdrawn.",
  prevented: "The dispute was prevented. Nothing was withdrawn.",
};

function Deadline({ dispute: { dueBy, status } }: { dispute: ListedDispute }) {
  if (!dueBy) return <>{own(MEANINGS, status) ?? <Text value={worded(status)} />}</>;
  const left = durationText(Date.parse(dueBy) - serviceNowMs());
  return (
    <>
      Respond by <Moment at={dueBy} />
      {left && ` (${left} left)`}. Without a response the money is lost.
    </>
  );
}

/** An inquiry takes nothing. The fee is known once the processor says what it took. */
function Stake({ dispute: { svcPaymentId, amountCents, currency, status } }: { dispute: ListedDispute }) {
  const { data } = useFetched(api.details(svcPaymentId));
  const { disputeFeesCents = 0, currency: settled = "" } = data?.fees ?? {};
  const isFeeHere = disputeFeesCents > 0 && settled === currency;
  const cents = status === "won" || /^(warning|prevented)/.test(status) ? 0 : amountCents;
  return (
    <Card title={status === "lost" ? "Lost" : "At stake"}>
      <Sum
        rows={[
          { name: "Disputed amount", cents },
          ...(isFeeHere ? [{ name: "Dispute fee", cents: disputeFeesCents }] : []),
        ]}
        total={["Total", cents + (isFeeHere ? disputeFeesCents : 0)]}
        currency={currency}
      />
      {disputeFeesCents > 0 && !isFeeHere && (
        <p class="hint">
          And a dispute fee of <Money cents={disputeFeesCents} currency={settled} />.
        </p>
      )}
      {disputeFeesCents === 0 && cents > 0 && <p class="hint">A dispute fee may come on top.</p>}
      {/^(needs_response|under_review)$/.test(status) && (
        <p class="hint">Stripe has withdrawn the amount until the bank decides.</p>
      )}
    </Card>
  );
}

/** What convinces a bank, by the customer's reason. */
const EVIDENCE: Record<string, string> = {
  fraudulent: "Show that the cardholder ordered: earlier orders, IP address, delivery to their address.",
  unrecognized: "Show what was bought: receipt, name on the statement, messages with the customer.",
  product_not_received: "Show the delivery: carrier, tracking number, signature.",
  product_unacceptable: "Show that the product is as described: description, photos, messages.",
  duplicate: "Show that these are two orders: both receipts, or the refund of one.",
  subscription_canceled: "Show the terms and that the subscription was used after the cancellation.",
  credit_not_processed: "Show the refund, or the terms by which there is none.",
};

const Response = ({ reason }: { reason: string }) => (
  <Card title="How to respond">
    <ol class="steps">
      <li>
        {own(EVIDENCE, reason) ?? "Collect the order, the delivery and your messages with the customer."}
      </li>
      <li>Open the dispute, add the evidence and submit it before the deadline. You can submit once.</li>
      <li>Or accept the dispute there, if the customer is right. The amount is not returned then.</li>
    </ol>
  </Card>
);
