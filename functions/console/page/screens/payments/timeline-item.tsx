import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { CopiedId } from "../../parts/copied-id.tsx";
import { Icon } from "../../parts/icon.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { describeEntry } from "./describe-entry.tsx";

type TimelineItemProps = {
  entry: TimelineEntry;
  payment: ListedPayment;
  later: string | undefined;
  /** Whether the one before was on the same day, which need not be said twice. */
  sameDay: boolean;
};

export function TimelineItem({ entry, payment, later, sameDay }: TimelineItemProps) {
  const { icon, tone, title, details } = describeEntry(entry, payment);
  return (
    <li class={`timeline-item ${tone} ${entry.kind === "callback_attempt" ? "minor" : ""}`}>
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
        <Ids entry={entry} />
      </div>
    </li>
  );
}

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
