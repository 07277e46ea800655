import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { CopiedId } from "../../parts/copied-id.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { None, Text } from "../../parts/text.tsx";
import { labelOf, STATUS_LABELS } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { disputeText, troubleOf, whyNotPaid } from "./bad-news.ts";
import { feeOf } from "./story.ts";

type FactsProps = { payment: ListedPayment; timeline: TimelineEntry[] };

export const PaymentFacts = ({ payment, timeline }: FactsProps) => (
  <Card title="Details">
    <p class="answer">
      <Meaning payment={payment} timeline={timeline} />
    </p>
    <Facts>
      <Fact name="Created">
        <Moment at={payment.createdAt} />
      </Fact>
      <Fact name="Order">{payment.orderRef === null ? <None /> : <Text value={payment.orderRef} />}</Fact>
      <Given payment={payment} />
      <Amounts payment={payment} timeline={timeline} />
      <Disputes payment={payment} />
      <Fact name="Payment ID">
        <CopiedId name="payment ID" value={payment.svcPaymentId} />
      </Fact>
      <Fact name="Stripe payment ID">
        <CopiedId name="Stripe payment ID" value={payment.processorPaymentIntentId} />
      </Fact>
    </Facts>
  </Card>
);

function Meaning({ payment, timeline }: FactsProps) {
  const trouble = troubleOf(payment, useUtc());
  const meaning = trouble
    ? `${trouble}.`
    : (whyNotPaid(payment, timeline) ?? labelOf(STATUS_LABELS, payment.status).meaning);
  return <Text value={meaning ?? ""} />;
}

const Given = ({ payment: { description, customerRef, branch } }: { payment: ListedPayment }) =>
  Object.entries({ Description: description, Customer: customerRef, Branch: branch }).map(
    ([name, value]) =>
      value !== null && (
        <Fact key={name} name={name}>
          <Text value={value} />
        </Fact>
      ),
  );

function Amounts({ payment, timeline }: FactsProps) {
  const { currency, amountCents, authorizedCents, refundedCents, applicationFeeCents } = payment;
  const fee = feeOf(payment);
  const money = (cents: number) => <Money cents={cents} currency={currency} />;
  return (
    <>
      {amountCents < authorizedCents && <Fact name="Authorized">{money(authorizedCents)}</Fact>}
      {refundedCents > 0 && <Fact name="Refunded">{money(refundedCents)}</Fact>}
      {payment.status === "requires_capture" && payment.captureBefore && (
        <Fact name="Capture before">
          <Moment at={payment.captureBefore} />
        </Fact>
      )}
      <Fact name="Platform fee">
        {money(fee?.keptCents ?? applicationFeeCents)}
        {payment.status === "canceled" && ", nothing was charged"}
        {refundedCents > 0 && `; ${returnedText(timeline, currency)}`}
        {!fee && refundedCents === 0 && " once it succeeds"}
      </Fact>
      {fee && <Fact name="After platform fee">{money(fee.netCents)}</Fact>}
    </>
  );
}

/** What came back of a fee is known once a statement has found it, and not before. */
function returnedText(timeline: TimelineEntry[], currency: string): string {
  const returned = timeline.find((entry) => entry.kind === "fee_returned");
  if (!returned) return "refunds return a share of it (see the daily statement)";
  return `${moneyText(returned.amountCents, currency)} of it was returned so far`;
}

function Disputes({ payment: { disputes = [], currency } }: { payment: ListedPayment }) {
  const inUtc = useUtc();
  return disputes.map((dispute) => (
    <Fact key={dispute.disputeId} name="Dispute">
      <Money cents={dispute.amountCents} currency={currency} />, <Text value={dispute.reason} />:{" "}
      <Text value={disputeText(dispute, currency, inUtc)} />
    </Fact>
  ));
}
