import { Chip } from "../../parts/chip.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Text } from "../../parts/text.tsx";
import { eventText, labelOf, OUTCOME_LABELS } from "../../words/labels.ts";
import { worded } from "../../words/method.ts";
import { durationText } from "../../words/time.ts";
import { disputeText } from "./bad-news.ts";
import type { EntryDescription } from "./entry-description.ts";
import type { ProcessorEvent } from "./story.ts";

type EventProps = { event: ProcessorEvent; currency: string };

export function describeEvent(event: ProcessorEvent, currency: string): EntryDescription {
  const { tone } = labelOf(OUTCOME_LABELS, event.applied);
  return {
    icon: tone === "good" ? "events" : tone === "declined" ? "bad" : tone,
    tone: tone === "good" ? "accent" : tone,
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

/** How a dispute ended says more than that it did. */
const closedText = ({ type, dispute }: ProcessorEvent, currency: string): string | undefined =>
  type === "charge.dispute.closed" && dispute
    ? disputeText(dispute, currency, true).replace(/:.*/, "")
    : undefined;

function Told({ event, currency }: EventProps) {
  const inUtc = useUtc();
  return (
    <>
      {event.declineCode !== null && (
        <p>
          <Text value={worded(event.declineCode)} />
        </p>
      )}
      {event.dispute && (
        <p>
          <Text value={disputeText(event.dispute, currency, inUtc).replace(/^.*?: /, "")} />.
        </p>
      )}
      {event.refund && (
        <p>
          <Money cents={event.refund.amountCents} currency={currency} />: <Text value={event.refund.status} />
          {event.refund.failureReason && (
            <>
              , <Text value={event.refund.failureReason} />
            </>
          )}
        </p>
      )}
      {event.refundedCents !== null && (
        <p>
          Refunded in total: <Money cents={event.refundedCents} currency={currency} />
        </p>
      )}
      {event.captureBefore !== null && (
        <p>
          Capture before <Moment at={event.captureBefore} />
        </p>
      )}
    </>
  );
}

/** What became of the event in the ledger; that it was recorded needs no word. */
const Became = ({ event: { applied } }: { event: ProcessorEvent }) =>
  applied === "applied" ? null : (
    <p class="chips">
      <Chip of={OUTCOME_LABELS} value={applied} />
      <span>{labelOf(OUTCOME_LABELS, applied).meaning}</span>
    </p>
  );

/** Events that come in at once need no word about it. */
const LATE_MS = 60_000;

function Late({ event: { at, receivedAt } }: { event: ProcessorEvent }) {
  const lateMs = Date.parse(receivedAt) - Date.parse(at);
  return lateMs < LATE_MS ? null : <p>Received {durationText(lateMs)} late.</p>;
}
