import { serviceNowMs } from "../../api/service-clock.ts";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { errorText, eventText, responseText } from "../../words/labels.ts";
import type { EntryDescription } from "./entry-description.ts";
import type { Attempt } from "./story.ts";

export function describeAttempt(entry: Attempt): EntryDescription {
  const isGood = entry.error === null;
  const error = entry.error === null ? undefined : errorText(entry.error);
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
        {responseText(entry)}. {error && <Text value={error} />}
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
