import { methodText, worded } from "../../../../../shared/domain/payments/method-words.ts";
import type { ListedPayment, Schemas, TimelineEntry } from "../../api/types.ts";
import { IdFact } from "../../parts/copied-id.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { DisputeLink } from "../../parts/links.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Text } from "../../parts/text.tsx";
import { ATTENTION_LABELS, STATUS_MEANINGS } from "../../words/labels.ts";
import { moneyText, signText } from "../../words/money.ts";
import { RespondLink } from "../disputes/respond-link.tsx";
import { disputeText, troubleOf, whyNotPaid } from "./bad-news.ts";
import { mostCents } from "./money/moves.ts";
import { isPaid, type PendingRefunds } from "./story.ts";

type FactsProps = {
  payment: ListedPayment;
  timeline: TimelineEntry[];
  /** undefined: not known yet, or the processor does not answer. */
  details: Schemas["PaymentDetails"] | undefined;
  refunds: PendingRefunds;
};

export const PaymentFacts = ({ payment, details, ...story }: FactsProps) => (
  <Card title="Details">
    <p class="answer">
      <Meaning payment={payment} details={details} {...story} />
    </p>
    <Facts>
      <Fact name="Created">
        <Moment at={payment.createdAt} detail="full" />
      </Fact>
      <Fact name="Order">{payment.orderRef}</Fact>
      {details?.method && (
        <Fact name="Method">
          {[methodText(details.method), worded(details.method.wallet ?? "")].filter(Boolean).join(", ")}
        </Fact>
      )}
      {details?.receiptUrl?.startsWith("https://") && (
        <Fact name="Receipt">
          <a href={details.receiptUrl} target="_blank" rel="noopener noreferrer">
            View receipt
          </a>
        </Fact>
      )}
      {details?.statementDescriptor && <Fact name="On the statement">{details.statementDescriptor}</Fact>}
      <Given payment={payment} />
      <Amounts payment={payment} />
      <Disputes payment={payment} />
      <IdFact name="payment ID" value={payment.svcPaymentId} />
      <IdFact name="Stripe payment ID" value={payment.processorPaymentIntentId} />
    </Facts>
  </Card>
);

function Meaning({ payment, timeline, details, refunds }: FactsProps) {
  const trouble = troubleOf(payment, useUtc());
  const { disputesCents = 0, disputeFeesCents = 0, currency = "" } = details?.fees ?? {};
  const meaning = trouble
    ? `${trouble}.${disputeFeesCents > 0 ? ` Cost with the fee: ${moneyText(disputesCents + disputeFeesCents, currency)}.` : ""}`
    : (whyNotPaid(payment, timeline, details?.decline?.advice) ??
      pendingText(refunds, payment.currency) ??
      statusMeaning(payment));
  return <Text value={meaning ?? ""} />;
}

const statusMeaning = ({ status, refundedCents, amountCents, currency }: ListedPayment): string =>
  status === "partially_refunded"
    ? `Paid. ${signText(refundedCents, currency)} of ${moneyText(amountCents, currency)} refunded.`
    : STATUS_MEANINGS[status];

const { text: PENDING, meaning: NEXT_STEP } = ATTENTION_LABELS.refund_pending;

const pendingText = ({ cents, needsAction }: PendingRefunds, currency: string): string | undefined =>
  cents > 0
    ? `${PENDING}: the customer has not received ${moneyText(cents, currency)} yet. ${needsAction ? NEXT_STEP : ""}`
    : undefined;

const Given = ({ payment }: { payment: ListedPayment }) =>
  [
    ...Object.entries({
      Description: payment.description,
      Customer: payment.customerRef,
      Branch: payment.branch,
      "Statement suffix": payment.statementDescriptorSuffix,
    }),
    ...Object.entries(payment.metadata ?? {}),
  ].map(
    ([name, value]) =>
      value && (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ),
  );

/** What is not charged yet; the rest is in the money box. */
function Amounts({ payment }: { payment: ListedPayment }) {
  const { currency, amountCents, authorizedCents, applicationFeeCents, status, captureBefore } = payment;
  const money = (cents: number) => <Money cents={cents} currency={currency} />;
  return (
    <>
      {amountCents < authorizedCents && <Fact name="Authorized">{money(authorizedCents)}</Fact>}
      {status === "requires_capture" && captureBefore && (
        <Fact name="Capture by">
          <Moment at={captureBefore} />
        </Fact>
      )}
      {isPaid(payment) ? (
        <Fact name="Refundable">{money(mostCents("refund", payment))}</Fact>
      ) : (
        <Fact name="Platform fee">
          {status === "canceled" ? "None, nothing was charged" : <>{money(applicationFeeCents)} if paid</>}
        </Fact>
      )}
    </>
  );
}

/** The status that stands above is not said again. */
function Disputes({ payment: { disputes = [], currency } }: { payment: ListedPayment }) {
  const inUtc = useUtc();
  return disputes.map((dispute) => (
    <Fact key={dispute.disputeId} name="Dispute">
      <DisputeLink id={dispute.disputeId}>
        <Money cents={dispute.amountCents} currency={dispute.currency ?? currency} />
      </DisputeLink>
      , <Text value={dispute.reason} />:{" "}
      <Text value={disputeText(dispute, currency, inUtc).replace(/^.*?: /, "")} />
      <RespondLink id={dispute.disputeId} isDue={dispute.dueBy !== null} />
    </Fact>
  ));
}
