import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text, TypeText } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { DELIVERY_CHIPS, deliveryOf, labelOf, responseText } from "../../words/labels.ts";
import { type Attempt, lastAttempt, lastToldEvent, untoldNews } from "./story.ts";

type DeliveryCardProps = { payment: ListedPayment; timeline: TimelineEntry[] };

export function DeliveryCard({ payment, timeline }: DeliveryCardProps) {
  const event = lastToldEvent(timeline);
  const attempt = event && lastAttempt(timeline, event);
  const meaning = event && labelOf(DELIVERY_CHIPS, event.delivery).meaning;
  return (
    <Card
      title="Webhook delivery"
      actions={event && <Chip of={DELIVERY_CHIPS} value={deliveryOf(event.delivery, attempt ? 1 : 0)} />}
    >
      {event ? (
        <>
          {meaning && <p class="answer">{meaning}</p>}
          <p>
            Last event:{" "}
            <EventLink id={event.eventId}>
              <TypeText value={event.type} />
            </EventLink>
          </p>
          {attempt && <AttemptLine attempt={attempt} />}
        </>
      ) : (
        <p class="answer">No events sent.</p>
      )}
      <Untold types={untoldNews(timeline)} />
      <p>
        <a href={hrefOf("events", { query: { svcPaymentId: payment.svcPaymentId } })}>View all events</a>
      </p>
    </Card>
  );
}

const Untold = ({ types }: { types: string[] }) =>
  types.length === 0 ? null : (
    <p>
      Not subscribed: <Text value={types.join(", ")} />. <a href={hrefOf("endpoints")}>View subscriptions</a>
    </p>
  );

const AttemptLine = ({ attempt }: { attempt: Attempt }) => (
  <p>
    Attempt {attempt.attempt} of 8, <Moment at={attempt.at} detail="full" />:{" "}
    <Text value={responseText(attempt)} />
    {attempt.nextAttemptAt && (
      <>
        . Next attempt: <Moment at={attempt.nextAttemptAt} />
      </>
    )}
  </p>
);
