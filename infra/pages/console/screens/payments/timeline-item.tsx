import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { CopiedId } from "../../parts/copied-id.tsx";
import { Icon } from "../../parts/icon.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { counted } from "../../words/counted.ts";
import { deliveryOf, responseText, WEBHOOK_CHIPS } from "../../words/labels.ts";
import { describeAttempt } from "./describe-attempt.tsx";
import { describeEntry } from "./describe-entry.tsx";
import { RefundState } from "./describe-event.tsx";
import type { TimelineRow } from "./group-timeline.ts";
import { type Attempt, isOfEvent } from "./story.ts";

type TimelineItemProps = {
  row: TimelineRow;
  payment: ListedPayment;
  later: string | undefined;
  /** Whether the one before was on the same day, which need not be said twice. */
  sameDay: boolean;
};

/** One entry: what happened, what became of it, when, and the ids to quote. */
export function TimelineItem({ row, payment, later, sameDay }: TimelineItemProps) {
  const { entry, also, attempts } = row;
  const { icon, tone, title, details } = describeEntry(entry, payment);
  return (
    <li
      class={`timeline-item ${tone} ${entry.kind === "callback_attempt" || row.isTechnical ? "minor" : ""}`}
    >
      <span class="node">
        <Icon name={icon} />
      </span>
      <div class="entry-text">
        <header>
          <h3>{title}</h3>
          <p class="when">
            <Moment at={entry.at} detail={sameDay ? "clock" : "full"} />
            {later && <span>{later}</span>}
          </p>
        </header>
        {details}
        {also.map((event) => (
          <RefundState key={event.eventId} event={event} currency={payment.currency} />
        ))}
        {entry.kind === "processor_event" && also.length > 0 && <p>The disputed amount was withdrawn.</p>}
        <Deliveries events={[entry, ...also]} attempts={attempts} />
        <Ids entry={entry} />
      </div>
    </li>
  );
}

/** Of each event that is sent one line; its attempts are behind it. */
const Deliveries = ({ events, attempts }: { events: TimelineEntry[]; attempts: Attempt[] }) =>
  events.map((event) => {
    if (event.kind !== "processor_event" || event.delivery === "none") return null;
    const { eventId, delivery } = event;
    const own = attempts.filter((attempt) => isOfEvent(attempt, event));
    const chip = <Chip of={WEBHOOK_CHIPS} value={deliveryOf(delivery, own.length)} />;
    const link = <EventLink id={eventId}>View event</EventLink>;
    const last = own.at(-1);
    if (!last)
      return (
        <p key={eventId} class="chips">
          {chip} {link}
        </p>
      );
    return (
      <details key={eventId} class="deliveries">
        <summary>
          {chip} {counted(own.length, "attempt")}, last: <Text value={responseText(last)} />
        </summary>
        <ul>
          {own.map((attempt) => {
            const { title, details } = describeAttempt(attempt);
            return (
              <li key={`${attempt.at} ${attempt.attempt}`}>
                {title}, <Moment at={attempt.at} />
                {details}
              </li>
            );
          })}
          <li>{link}</li>
        </ul>
      </details>
    );
  });

const Ids = ({ entry }: { entry: TimelineEntry }) => (
  <details class="ids">
    <summary>IDs</summary>
    {"eventId" in entry && (
      <>
        <p>
          Event <CopiedId name="event ID" value={entry.eventId} />
          <EventLink id={entry.eventId}>View event</EventLink>
        </p>
        <p>
          Type{" "}
          <code>
            <Text value={entry.type} />
          </code>
        </p>
      </>
    )}
    {"traceId" in entry && (
      <p>
        Trace ID <CopiedId name="trace ID" value={String(entry.traceId)} />
      </p>
    )}
  </details>
);
