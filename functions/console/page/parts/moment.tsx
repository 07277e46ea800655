import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Detail, timeText } from "../words/time.ts";
import { Text } from "./text.tsx";

/** Whether times are written in UTC: a switch in the sidebar, for those who cannot hover. */
export const UtcContext = createContext(false);

/** A moment in the reader's own time, with UTC on hover. */
export function Moment({ at, detail = "full" }: { at: string; detail?: Detail }) {
  const inUtc = useContext(UtcContext);
  return (
    <time dateTime={at} title={timeText(at, !inUtc)}>
      <Text value={timeText(at, inUtc, detail)} />
    </time>
  );
}
