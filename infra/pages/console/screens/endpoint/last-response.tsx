import { isId } from "../../address/ids.ts";
import * as api from "../../api/api.ts";
import type { CallbackAttempt, RecordedEvent } from "../../api/types.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Card } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icon.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { responseText } from "../../words/labels.ts";

/** Of so many of the newest events: a retry of an older one may have been answered last. */
const LOOKED_AT = "3";

type Answered = { event: RecordedEvent; attempt: CallbackAttempt };

/** What the server answered last: code, time and the beginning of its body, as the service keeps it. */
export function LastResponse({ id }: { id: string }) {
  const last = useFetched<Answered | null>({
    key: `last response of ${id}`,
    ask: async (signal) => {
      const { data } = await api.events({ endpointId: id, limit: LOOKED_AT }).ask(signal);
      const known = data.filter((one) => isId("event", one.id));
      const events = await Promise.all(known.map((one) => api.event(one.id).ask(signal)));
      return (
        events
          .flatMap((event) => answeredBy(event, id))
          .toSorted(byTime)
          .at(-1) ?? null
      );
    },
  });
  return (
    <Card title="Last response">
      <Loaded of={last}>
        {(found) => (found ? <Response {...found} /> : <p class="lead">No responses yet.</p>)}
      </Loaded>
    </Card>
  );
}

const byTime = (one: Answered, other: Answered): number =>
  Date.parse(one.attempt.at) - Date.parse(other.attempt.at);

function answeredBy(event: RecordedEvent, id: string): Answered[] {
  const attempt = event.deliveries.find(({ endpointId }) => endpointId === id)?.attempts.at(-1);
  return attempt ? [{ event, attempt }] : [];
}

const Response = ({ event, attempt }: Answered) => (
  <>
    <p class={attempt.error === null ? "answer good" : "answer bad"}>
      <Icon name={attempt.error === null ? "good" : "bad"} /> <Text value={responseText(attempt)} />
    </p>
    <p>
      <Moment at={attempt.at} detail="full" />, to{" "}
      <EventLink id={event.id}>
        <Text value={event.type} />
      </EventLink>
    </p>
    {attempt.answer && <CodeBlock name="response body" value={attempt.answer} />}
  </>
);
