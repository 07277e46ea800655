import type { Right } from "../api/types.ts";
import { useIsAhead } from "../state/session-context.ts";
import { accessText } from "../words/labels.ts";
import { Moment } from "./moment.tsx";

type RightEndProps = { right: Right | "read"; end?: string | null | undefined };

/** What a session may do, and until when. Without an end: its time does not run. */
export function RightEnd({ right, end }: RightEndProps) {
  const isAhead = useIsAhead(end);
  return (
    <>
      {accessText(right)}
      {end && (
        <>
          {isAhead ? " until " : " ended "}
          <Moment at={end} detail={right === "read" ? "brief" : "hour"} />
        </>
      )}
    </>
  );
}
