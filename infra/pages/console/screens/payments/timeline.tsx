import { useState } from "preact/hooks";
import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { CheckRow } from "../../parts/check-row.tsx";
import { useUtc } from "../../parts/moment.tsx";
import { counted } from "../../words/counted.ts";
import { durationText, isSameDay } from "../../words/time.ts";
import { groupTimeline, type TimelineRow } from "./group-timeline.ts";
import { TimelineItem } from "./timeline-item.tsx";

type TimelineProps = { entries: TimelineEntry[]; payment: ListedPayment };

export function Timeline({ entries, payment }: TimelineProps) {
  const inUtc = useUtc();
  const [showsAll, setAll] = useState(false);
  const all = groupTimeline(entries);
  const hidden = all.filter(({ isTechnical }) => isTechnical).length;
  const rows = showsAll ? all : all.filter(({ isTechnical }) => !isTechnical);
  return (
    <>
      <ol class="story">
        {rows.map((row, index) => (
          <TimelineItem
            key={keyOf(row, index)}
            row={row}
            payment={payment}
            later={laterText(rows, index)}
            sameDay={isSameDay(rows[index - 1]?.entry.at ?? "", row.entry.at, inUtc)}
          />
        ))}
      </ol>
      {hidden > 0 && (
        <CheckRow text={`Show ${counted(hidden, "technical event")}`} isOn={showsAll} turn={setAll} />
      )}
    </>
  );
}

const keyOf = ({ entry: { at, kind } }: TimelineRow, index: number): string => `${at} ${kind} ${index}`;

function laterText(rows: TimelineRow[], index: number): string | undefined {
  const [before, row] = [rows[index - 1], rows[index]];
  if (!before || !row) return undefined;
  const text = durationText(Date.parse(row.entry.at) - Date.parse(before.entry.at));
  return text && `${text} later`;
}
