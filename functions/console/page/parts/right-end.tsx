import { serviceNowMs } from "../api/service-clock.ts";
import type { Right } from "../api/types.ts";
import { accessText } from "../words/labels.ts";
import { Moment } from "./moment.tsx";

type RightEndProps = { right: Right | "read"; end?: string | null | undefined };

/** What a session may do, and until when. Without an end: its time does not run. */
export const RightEnd = ({ right, end }: RightEndProps) => (
  <>
    {accessText(right)}
    {end && (
      <>
        {Date.parse(end) > serviceNowMs() ? " until " : " ended "}
        <Moment at={end} detail={right === "read" ? "brief" : "hour"} />
      </>
    )}
  </>
);
