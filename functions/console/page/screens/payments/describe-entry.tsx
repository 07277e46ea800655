import type { ComponentChildren } from "preact";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { ListedPayment, Schemas, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import type { IconName } from "../../parts/icon.tsx";
import { EventLink, PayoutLink } from "../../parts/links.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Text } from "../../parts/text.tsx";
import {
  DELIVERY_LABELS,
  errorText,
  eventText,
  labelOf,
  OUTCOME_LABELS,
  PAYOUT_LABELS,
} from "../../words/labels.ts";
import { dayText, durationText, tookText } from "../../words/time.ts";
import { disputeText } from "./bad-news.ts";
import { BeforeAndAfter } from "./before-and-after.tsx";
import type { Attempt, ProcessorEvent } from "./story.ts";

export type EntryDescription = {
  icon: IconName;
  tone: string;
  title: ComponentChildren;
  details?: ComponentChildren;
};

/** An entry in words. A kind that this page does not know yet is shown by its name. */
export function describeEntry(entry: TimelineEntry, payment: ListedPayment): EntryDescription {
  const { currency } = payment;
  switch (entry.kind) {
    case "api_call":
      return describeCall(entry, payment);
    case "processor_event":
      return describeEvent(entry, currency);
    case "callback_attempt":
      return describeAttempt(entry);
    case "fee_returned":
      return {
        icon: "heal",
        tone: "quiet",
        title: (
          <>
            Of the platform's fee <Money cents={entry.amountCents} currency={currency} /> has come back in all
          </>
        ),
      };
    case "payout":
      return describePayout(entry);
    case "reconciled":
      return {
        icon: "heal",
        tone: "wait",
        title: "A daily statement brought the payment in line with the processor",
        details: (
          <>
            <BeforeAndAfter before={entry.before} after={entry.after} currency={currency} />
            {entry.reason === "edited_metadata" && (
              <p>At the processor its metadata was edited, so that no event told of it.</p>
            )}
          </>
        ),
      };
    default:
      return {
        icon: "other",
        tone: "quiet",
        title: <Text value={String((entry as { kind: unknown }).kind)} />,
      };
  }
}

const describePayout = ({ payoutId, status, arrivesOn }: Schemas["TimelinePayout"]): EntryDescription => ({
  icon: "payouts",
  tone: labelOf(PAYOUT_LABELS, status).tone,
  title: (
    <>
      {status === "canceled"
        ? "The payout was canceled that was to arrive on "
        : status === "failed"
          ? "The payout failed that was to arrive on "
          : "Paid out, to arrive on "}
      <Text value={dayText(arrivesOn)} />
    </>
  ),
  details: (
    <p>
      <Chip of={PAYOUT_LABELS} value={status} /> <PayoutLink id={payoutId}>See the payout</PayoutLink>
    </p>
  ),
});

const CALLS: Record<Schemas["TimelineApiCall"]["operation"], string> = {
  create: "Your backend created the payment, for ",
  capture: "Your backend captured ",
  cancel: "Your backend canceled the payment, for ",
  refund: "Your backend refunded ",
};

const describeCall = (entry: Schemas["TimelineApiCall"], payment: ListedPayment): EntryDescription => ({
  icon: "call",
  tone: "accent",
  title: (
    <>
      {Object.hasOwn(CALLS, entry.operation) ? (
        CALLS[entry.operation]
      ) : (
        <Text value={`${entry.operation} `} />
      )}
      <Money cents={entry.amountCents} currency={payment.currency} />
    </>
  ),
  details: isPartialCapture(entry, payment) && (
    <p>
      Of <Money cents={payment.authorizedCents} currency={payment.currency} /> that was authorised; the rest
      was released.
    </p>
  ),
});

const isPartialCapture = (entry: Schemas["TimelineApiCall"], { authorizedCents }: ListedPayment): boolean =>
  entry.operation === "capture" && entry.amountCents < authorizedCents;

function describeEvent(entry: ProcessorEvent, currency: string): EntryDescription {
  const { meaning, tone } = labelOf(OUTCOME_LABELS, entry.applied);
  return {
    icon: tone === "good" ? "events" : tone,
    tone: tone === "good" ? "accent" : tone,
    title: eventText(entry.type) ?? <Text value={entry.type} />,
    details: (
      <>
        {entry.declineCode !== null && (
          <p>
            Declined: <Text value={entry.declineCode} />
          </p>
        )}
        {entry.dispute && (
          <p>
            <Text value={disputeText(entry.dispute, currency)} />.
          </p>
        )}
        {entry.refund && (
          <p>
            <Money cents={entry.refund.amountCents} currency={currency} />:{" "}
            <Text value={entry.refund.status} />
            {entry.refund.failureReason && (
              <>
                , <Text value={entry.refund.failureReason} />
              </>
            )}
          </p>
        )}
        {entry.refundedCents !== null && (
          <p>
            Refunded in all: <Money cents={entry.refundedCents} currency={currency} />
          </p>
        )}
        {entry.captureBefore !== null && (
          <p>
            Can be captured until <Moment at={entry.captureBefore} />
          </p>
        )}
        {lateText(entry) && <p>{lateText(entry)}</p>}
        <p class="chips">
          <Chip of={OUTCOME_LABELS} value={entry.applied} />
          <span>{meaning}</span>
        </p>
        {entry.delivery !== "none" && (
          <p class="chips">
            <Chip of={DELIVERY_LABELS} value={entry.delivery} />
            <span>
              {labelOf(DELIVERY_LABELS, entry.delivery).meaning}{" "}
              <EventLink id={entry.eventId}>See the event</EventLink>
            </span>
          </p>
        )}
      </>
    ),
  };
}

/** Events that come in at once need no word about it. */
const LATE_MS = 60_000;

function lateText({ at, receivedAt }: ProcessorEvent): string | undefined {
  const lateMs = Date.parse(receivedAt) - Date.parse(at);
  return lateMs < LATE_MS ? undefined : `It came in ${durationText(lateMs)} after it had happened.`;
}

function describeAttempt(entry: Attempt): EntryDescription {
  const isGood = entry.error === null;
  const error = entry.error === null ? undefined : errorText(entry.error);
  return {
    icon: "send",
    tone: isGood ? "good" : "bad",
    title: (
      <>
        {isGood
          ? "Your server was told, and accepted: "
          : `Attempt ${entry.attempt} to tell your server failed: `}
        {eventText(entry.type) ?? <Text value={entry.type} />}
      </>
    ),
    details: (
      <p>
        {entry.status === null ? "No answer" : `Answered ${entry.status}`} in {tookText(entry.milliseconds)}.{" "}
        {error && <Text value={error} />}
        {entry.nextAttemptAt !== null && Date.parse(entry.nextAttemptAt) > serviceNowMs() && (
          <>
            {" "}
            The next attempt: <Moment at={entry.nextAttemptAt} detail="clock" />.
          </>
        )}
      </p>
    ),
  };
}
