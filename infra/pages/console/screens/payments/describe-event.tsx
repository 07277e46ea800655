import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import { Chip } from "../../parts/chip.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Text } from "../../parts/text.tsx";
import { declineText, eventText, labelOf, OUTCOME_LABELS } from "../../words/labels.ts";
import { durationText } from "../../words/time.ts";
import { disputeText } from "./bad-news.ts";
import type { EntryDescription } from "./entry-description.ts";
import type { ProcessorEvent } from "./story.ts";

type EventProps = { event: ProcessorEvent; currency: string };

export function describeEvent(event: ProcessorEvent, currency: string): EntryDescription {
  const { tone } = labelOf(OUTCOME_LABELS, event.applied);
  const own = isRecorded(event) ? toneOf(event) : tone;
  return {
    icon: own === "accent" ? "events" : own === "declined" ? "bad" : own,
    tone: own,
    title: closedText(event, currency) ?? eventText(event.type) ?? <Text value={event.type} />,
    details: (
      <>
        <Told event={event} currency={currency} />
        <Late event={event} />
        <Became event={event} />
      </>
    ),
  };
}

const isRecorded = ({ applied }: ProcessorEvent): boolean => applied === "applied" || applied === "unchanged";

/** Bad news and the money that came in are found at a glance. */
const toneOf = ({ type, dispute }: ProcessorEvent) =>
  dispute?.status === "won" || type === "payment_intent.succeeded"
    ? "good"
    : /dispute|failed|fraud/.test(type)
      ? "bad"
      : "accent";

/** How a dispute ended says more than that it did. */
const closedText = ({ type, dispute }: ProcessorEvent, currency: string): string | undefined =>
  type === "charge.dispute.closed" && dispute
    ? disputeText(dispute, currency, true).replace(/:.*/, "")
    : undefined;

/** As in "$7.00: pending". What asks for the customer is pending too. */
export const RefundState = ({ event: { refund }, currency }: EventProps) =>
  refund && (
    <p>
      <Money cents={refund.amountCents} currency={currency} />:{" "}
      <Text
        value={refund.status === "requires_action" ? "pending, waiting for the customer" : refund.status}
      />
      {refund.failureReason && (
        <>
          , <Text value={refund.failureReason.replaceAll("_", " ")} />
        </>
      )}
    </p>
  );

function Told({ event, currency }: EventProps) {
  const inUtc = useUtc();
  return (
    <>
      {event.declineCode !== null && (
        <p>
          <Text value={declineText(event.declineCode)} />
        </p>
      )}
      {event.dispute && (
        <p>
          <Text
            value={worded(
              disputeText(event.dispute, currency, inUtc)
                .replace(/^.*?: /, "")
                // Its opening has told of the withdrawal.
                .replace(/(\d|[A-Z]{3}) was withdrawn/, "$1 is not returned"),
            )}
          />
          .
        </p>
      )}
      <RefundState event={event} currency={currency} />
      {event.refundedCents !== null && (
        <p>
          Refunded in total: <Money cents={event.refundedCents} currency={currency} />
        </p>
      )}
      {event.captureBefore !== null && (
        <p>
          Capture by <Moment at={event.captureBefore} />
        </p>
      )}
    </>
  );
}

/** What became of the event in the ledger; that it was recorded, or known already, needs no word. */
const Became = ({ event }: { event: ProcessorEvent }) =>
  isRecorded(event) ? null : (
    <p class="chips">
      <Chip of={OUTCOME_LABELS} value={event.applied} />
      <span>{labelOf(OUTCOME_LABELS, event.applied).meaning}</span>
    </p>
  );

/** Events that come in at once need no word about it. */
const LATE_MS = 60_000;

function Late({ event: { at, receivedAt } }: { event: ProcessorEvent }) {
  const lateMs = Date.parse(receivedAt) - Date.parse(at);
  return lateMs < LATE_MS ? null : <p>Received {durationText(lateMs)} late.</p>;
}
