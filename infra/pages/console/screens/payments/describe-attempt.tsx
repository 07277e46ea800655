import { serviceNowMs } from "../../api/service-clock.ts";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { eventText, responseText } from "../../words/labels.ts";
import type { EntryDescription } from "./entry-description.ts";
import type { Attempt } from "./story.ts";

export function describeAttempt(entry: Attempt): EntryDescription {
  const isGood = entry.error === null;
  return {
    icon: "send",
    tone: isGood ? "good" : "bad",
    title: (
      <>
        {isGood ? "Webhook delivered: " : `Webhook attempt ${entry.attempt} failed: `}
        {eventText(entry.type) ?? <Text value={entry.type} />}
      </>
    ),
    details: (
      <p>
        <Text value={responseText(entry)} />.
        {entry.nextAttemptAt !== null && Date.parse(entry.nextAttemptAt) > serviceNowMs() && (
          <>
            {" "}
            Next attempt: <Moment at={entry.nextAttemptAt} detail="clock" />.
          </>
        )}
      </p>
    ),
  };
}
