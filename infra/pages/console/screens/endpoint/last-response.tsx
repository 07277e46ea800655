import { isId } from "../../address/ids.ts";
import * as api from "../../api/api.ts";
import type { CallbackAttempt, RecordedEvent, Schemas } from "../../api/types.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Card } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icon.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text, TypeText } from "../../parts/text.tsx";
import { type Fetched, useFetched } from "../../state/use-fetched.ts";
import { responseText } from "../../words/labels.ts";

/** What the server answered last: code, time and the beginning of its body, as the service keeps it. */
export const LastResponse = ({ id, health }: { id: string; health: Fetched<Schemas["CallbackHealth"]> }) => (
  <Card title="Last response">
    <Loaded of={health}>
      {({ lastEventId }) =>
        lastEventId !== null && isId("event", lastEventId) ? (
          <ResponseTo eventId={lastEventId} endpointId={id} />
        ) : (
          <p class="lead">No responses yet.</p>
        )
      }
    </Loaded>
  </Card>
);

function ResponseTo({ eventId, endpointId }: { eventId: string; endpointId: string }) {
  const found = useFetched(api.event(eventId));
  return (
    <Loaded of={found}>
      {(event) => {
        const attempt = event.deliveries.find((one) => one.endpointId === endpointId)?.attempts.at(-1);
        return attempt ? <Response event={event} attempt={attempt} /> : null;
      }}
    </Loaded>
  );
}

const Response = ({ event, attempt }: { event: RecordedEvent; attempt: CallbackAttempt }) => (
  <>
    <p class={attempt.error === null ? "answer good" : "answer bad"}>
      <Icon name={attempt.error === null ? "good" : "bad"} /> <Text value={responseText(attempt)} />
    </p>
    <p>
      <Moment at={attempt.at} detail="full" />, to{" "}
      <EventLink id={event.id}>
        <TypeText value={event.type} />
      </EventLink>
    </p>
    {attempt.answer && <CodeBlock name="response body" value={attempt.answer} />}
  </>
);
