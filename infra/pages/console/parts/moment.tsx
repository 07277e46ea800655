import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Detail, timeText } from "../words/time.ts";
import { None, Text } from "./text.tsx";

/** Whether times are written in UTC: a switch in the sidebar, for those who cannot hover. */
export const UtcContext = createContext(false);

export const useUtc = (): boolean => useContext(UtcContext);

/** A moment in the reader's own time, with UTC on hover. What is no time is a text like any other. */
export function Moment({ at, detail = "brief" }: { at: string | null; detail?: Detail }) {
  const inUtc = useUtc();
  if (at === null) return <None />;
  if (Number.isNaN(Date.parse(at))) return <Text value={at} />;
  return (
    <time dateTime={at} title={timeText(at, !inUtc)}>
      <Text value={timeText(at, inUtc, detail)} />
    </time>
  );
}
