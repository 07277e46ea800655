import { serviceNowMs } from "../../api/service-clock.ts";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { responseText } from "../../words/labels.ts";
import type { EntryDescription } from "./entry-description.ts";
import type { Attempt } from "./story.ts";

export function describeAttempt(entry: Attempt): EntryDescription {
  const isGood = entry.error === null;
  return {
    icon: "send",
    tone: isGood ? "good" : "bad",
    title: (
      <>
        Attempt {entry.attempt}: <Text value={responseText(entry)} />
      </>
    ),
    details: entry.nextAttemptAt !== null && Date.parse(entry.nextAttemptAt) > serviceNowMs() && (
      <p>
        Next attempt: <Moment at={entry.nextAttemptAt} detail="clock" />
      </p>
    ),
  };
}
