import { serviceNowMs } from "../api/service-clock.ts";
import type { Right } from "../api/types.ts";
import { useIsAhead } from "../state/session-context.ts";
import { RIGHT_TEXTS } from "../words/labels.ts";
import { isSameDay } from "../words/time.ts";
import { Moment, useUtc } from "./moment.tsx";

type RightEndProps = { right: Right | "read"; end?: string | null | undefined };

/** What a session may do, and until when. Without an end: its time does not run. */
export function RightEnd({ right, end }: RightEndProps) {
  const isAhead = useIsAhead(end);
  const isToday = isSameDay(end ?? "", new Date(serviceNowMs()).toISOString(), useUtc());
  return (
    <>
      {end && !isAhead ? "Could" : "Can"} {RIGHT_TEXTS[right]}
      {end && (
        <>
          {" until "}
          <Moment at={end} detail={isToday ? "hour" : "brief"} />
        </>
      )}
    </>
  );
}
