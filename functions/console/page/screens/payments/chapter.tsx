import type { ComponentChildren } from "preact";
import type { Schemas, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { CopiedId } from "../../parts/copied-id.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Text } from "../../parts/text.tsx";
import { DELIVERY_LABELS, eventText, labelOf, OUTCOME_LABELS } from "../../words/labels.ts";
import { tookText } from "../../words/time.ts";
import { BeforeAndAfter } from "./before-and-after.tsx";
import type { Attempt, ProcessorEvent } from "./story.ts";

type ChapterProps = { entry: TimelineEntry; currency: string; later: string | undefined };
type Told = { icon: IconName; tone: string; title: ComponentChildren; details?: ComponentChildren };

/** One entry: what happened, what became of it, when, and the ids to quote. */
export function Chapter({ entry, currency, later }: ChapterProps) {
  const { icon, tone, title, details } = tell(entry, currency);
  return (
    <li class={`chapter ${tone} ${entry.kind === "callback_attempt" ? "minor" : ""}`}>
      <span class="node">
        <Icon name={icon} />
      </span>
      <div class="told">
        <h3>{title}</h3>
        {details}
        <p class="when">
          <Moment at={entry.at} />
          {later && <span> · {later}</span>}
        </p>
        <Ids entry={entry} />
      </div>
    </li>
  );
}

function tell(entry: TimelineEntry, currency: string): Told {
  switch (entry.kind) {
    case "api_call":
      return tellCall(entry, currency);
    case "processor_event":
      return tellEvent(entry, currency);
    case "callback_attempt":
      return tellAttempt(entry);
    case "reconciled":
      return {
        icon: "heal",
        tone: "wait",
        title: "A daily statement brought the payment in line",
        details: <BeforeAndAfter before={entry.before} after={entry.after} currency={currency} />,
      };
    default:
      return {
        icon: "other",
        tone: "quiet",
        title: <Text value={String((entry as { kind: unknown }).kind)} />,
      };
  }
}

const CALLS: Record<Schemas["TimelineApiCall"]["operation"], string> = {
  create: "Your backend created the payment, for ",
  capture: "Your backend captured ",
  cancel: "Your backend canceled the payment, for ",
  refund: "Your backend refunded ",
};

const tellCall = (entry: Schemas["TimelineApiCall"], currency: string): Told => ({
  icon: "call",
  tone: "accent",
  title: (
    <>
      {Object.hasOwn(CALLS, entry.operation) ? (
        CALLS[entry.operation]
      ) : (
        <Text value={`${entry.operation} `} />
      )}
      <Money cents={entry.amountCents} currency={currency} />
    </>
  ),
});

function tellEvent(entry: ProcessorEvent, currency: string): Told {
  const { meaning, tone } = labelOf(OUTCOME_LABELS, entry.applied);
  return {
    icon: tone === "good" ? "events" : tone,
    tone,
    title: eventText(entry.type) ?? <Text value={entry.type} />,
    details: (
      <>
        <p class="chips">
          <Chip of={OUTCOME_LABELS} value={entry.applied} />
          <span>{meaning}</span>
        </p>
        {entry.declineCode !== null && (
          <p>
            Declined: <Text value={entry.declineCode} />
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
        {entry.delivery !== "none" && (
          <p class="chips">
            <span>Your server:</span> <Chip of={DELIVERY_LABELS} value={entry.delivery} />
          </p>
        )}
      </>
    ),
  };
}

function tellAttempt(entry: Attempt): Told {
  const isGood = entry.error === null && entry.status !== null && entry.status < 300;
  return {
    icon: "send",
    tone: isGood ? "good" : "bad",
    title: isGood
      ? "Your server was told, and accepted it"
      : `Attempt ${entry.attempt} to tell your server failed`,
    details: (
      <>
        <p>
          {entry.status === null ? "No answer" : `Answered ${entry.status}`} in {tookText(entry.milliseconds)}
          , about <Text value={entry.type} />
        </p>
        {entry.error !== null && (
          <p>
            <Text value={entry.error} />
          </p>
        )}
        {entry.nextAttemptAt !== null && (
          <p>
            The next attempt: <Moment at={entry.nextAttemptAt} />
          </p>
        )}
      </>
    ),
  };
}

const Ids = ({ entry }: { entry: TimelineEntry }) => (
  <details class="ids">
    <summary>Ids</summary>
    {"eventId" in entry && (
      <p>
        <EventLink id={entry.eventId}>See the event</EventLink>{" "}
        <CopiedId name="event id" value={entry.eventId} />
      </p>
    )}
    {"type" in entry && (
      <p>
        <code>
          <Text value={entry.type} />
        </code>
      </p>
    )}
    <p>
      Trace <CopiedId name="trace id" value={String(entry.traceId)} />
    </p>
  </details>
);
