import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { DELIVERY_LABELS } from "../../words/labels.ts";
import { tookText } from "../../words/time.ts";
import { type Attempt, lastAttempt, lastToldEvent, type ProcessorEvent, untoldNews } from "./story.ts";

type DeliveryCardProps = { payment: ListedPayment; timeline: TimelineEntry[] };

/** Was the merchant's server notified? */
export function DeliveryCard({ payment, timeline }: DeliveryCardProps) {
  const event = lastToldEvent(timeline);
  const attempt = event && lastAttempt(timeline, event.eventId);
  return (
    <Card
      title="Did your server hear of it?"
      actions={event && <Chip of={DELIVERY_LABELS} value={event.delivery} />}
    >
      {event ? (
        <>
          <p class="answer">{answerOf(event)}</p>
          <p>
            The last event is{" "}
            <EventLink id={event.eventId}>
              <Text value={event.type} />
            </EventLink>
            .
          </p>
          {attempt && <AttemptLine attempt={attempt} />}
        </>
      ) : (
        <p class="answer">Nothing has been sent: no event so far is one that callbacks tell of.</p>
      )}
      <Untold types={untoldNews(timeline)} />
      <p>
        <a href={hrefOf("events", { query: { svcPaymentId: payment.svcPaymentId } })}>
          All events of this payment
        </a>
      </p>
    </Card>
  );
}

/** What it was not told, because it did not choose to be. */
const Untold = ({ types }: { types: string[] }) =>
  types.length === 0 ? null : (
    <p>
      Not told, because the endpoint has not chosen it: <Text value={types.join(", ")} />. Choose in{" "}
      <a href={hrefOf("endpoint")}>Callbacks</a>, in a session for setup, or with your API key, in{" "}
      <code>events</code> of <code>PUT /v1/callback-endpoint</code>.
    </p>
  );

function answerOf({ delivery }: ProcessorEvent): string {
  if (delivery === "delivered") return "Yes. Your server has accepted the last event.";
  if (delivery === "dead") return "No. Eight attempts failed; repair your server, then send the event again.";
  if (delivery === "held") return "Not yet. The endpoint is disabled, and the event waits.";
  return "Not yet. The event is on its way.";
}

const AttemptLine = ({ attempt }: { attempt: Attempt }) => (
  <p>
    Attempt {attempt.attempt} of 8, <Moment at={attempt.at} />:{" "}
    {attempt.status === null ? "no answer" : `answered ${attempt.status}`} in {tookText(attempt.milliseconds)}
    {attempt.nextAttemptAt && (
      <>
        ; the next one <Moment at={attempt.nextAttemptAt} />
      </>
    )}
    .
  </p>
);
