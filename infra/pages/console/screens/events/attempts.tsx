import type { CallbackAttempt, RecordedEvent } from "../../api/types.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { DELIVERY_LABELS, labelOf, responseText } from "../../words/labels.ts";

type AttemptsProps = Pick<RecordedEvent["deliveries"][number], "delivery" | "attempts">;

/** Of an event's delivery to one endpoint. */
export function Attempts({ delivery, attempts }: AttemptsProps) {
  if (attempts.length === 0) {
    const { meaning, text } = labelOf(DELIVERY_LABELS, delivery);
    return <p class="lead">{meaning ?? text}</p>;
  }
  return (
    <ol class="attempts" reversed>
      {attempts.toReversed().map((attempt, nth) => (
        <Attempt key={`${attempt.deliveryRound} ${attempt.attempt}`} attempt={attempt} isNewest={nth === 0} />
      ))}
    </ol>
  );
}

/** A redelivery begins again with up to eight attempts. */
const roundText = ({ attempt, deliveryRound: round }: CallbackAttempt): string =>
  `attempt\u00a0${attempt}\u00a0of\u00a08${round > 1 ? ` after redelivery ${round - 1} of the event` : ""}`;

type AttemptProps = { attempt: CallbackAttempt; isNewest: boolean };

function Attempt({ attempt, isNewest }: AttemptProps) {
  const isGood = attempt.error === null;
  return (
    <li class={isGood ? "good" : "bad"}>
      <h3>
        <Icon name={isGood ? "good" : "bad"} />
        <Text value={responseText(attempt)} />
      </h3>
      <p class="when">
        <Moment at={attempt.at} detail="full" /> · {roundText(attempt)}
        {attempt.payload === "service" &&
          ` · service payload${attempt.version === null ? "" : `, version ${attempt.version}`}`}
      </p>
      {isNewest && attempt.nextAttemptAt !== null && (
        <p>
          Next attempt: <Moment at={attempt.nextAttemptAt} />
        </p>
      )}
      {attempt.answer !== null && attempt.answer !== "" && (
        <details open={isNewest && !isGood}>
          <summary>Response body</summary>
          <CodeBlock name="response body" value={attempt.answer} />
        </details>
      )}
    </li>
  );
}
