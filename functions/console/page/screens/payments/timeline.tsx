import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { useUtc } from "../../parts/moment.tsx";
import { durationText, isSameDay } from "../../words/time.ts";
import { TimelineItem } from "./timeline-item.tsx";

type TimelineProps = { entries: TimelineEntry[]; payment: ListedPayment };

export function Timeline({ entries, payment }: TimelineProps) {
  const inUtc = useUtc();
  return (
    <ol class="story">
      {entries.map((entry, index) => (
        <TimelineItem
          key={keyOf(entry, index)}
          entry={entry}
          payment={payment}
          later={laterText(entries, index)}
          sameDay={isSameDay(entries[index - 1]?.at ?? "", entry.at, inUtc)}
        />
      ))}
    </ol>
  );
}

const keyOf = ({ at, kind }: TimelineEntry, index: number): string => `${at} ${kind} ${index}`;

function laterText(entries: TimelineEntry[], index: number): string | undefined {
  const [before, entry] = [entries[index - 1], entries[index]];
  if (!before || !entry) return undefined;
  const text = durationText(Date.parse(entry.at) - Date.parse(before.at));
  return text && `${text} later`;
}
