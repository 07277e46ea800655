import * as api from "../../api/api.ts";
import type { RecordedEvent } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { CopiedId } from "../../parts/copied-id.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { PaymentLink, PayoutLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Screen } from "../../parts/screen.tsx";
import { None, Text, TextBlock } from "../../parts/text.tsx";
import { wayBackTo } from "../../state/return-row.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { DELIVERY_CHIPS, deliveryOf, eventText, labelOf, OUTCOME_LABELS } from "../../words/labels.ts";
import { Attempts } from "./attempts.tsx";
import { Redelivery } from "./redelivery.tsx";

export function Event({ id }: { id: string }) {
  const event = useFetched(`event ${id}`, (signal) => api.event(id, signal));
  const { data, reload } = event;
  const isPending = data?.delivery === "pending" || data?.applied === null;
  useLive(isPending, JSON.stringify(data), reload, data?.nextAttemptAt);
  return (
    <Screen
      title={data ? (eventText(data.type) ?? data.type) : "Event"}
      heading={data ? <Heading event={data} /> : "Event"}
      back={{ href: wayBackTo("events"), text: "Events" }}
      of={event}
    >
      <Loaded of={event} missing={<NotFound />}>
        {(event) => (
          <>
            <EventFacts event={event} />
            <Card title="Webhook attempts" actions={<Redelivery event={event} sent={reload} />}>
              <Attempts event={event} />
            </Card>
            <Card title="Body">
              <p class="lead">
                Personal data is shown as •••. The exact signed bytes are available with your API key only.
              </p>
              <TextBlock value={readable(event.body)} />
            </Card>
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const Heading = ({ event }: { event: RecordedEvent }) => (
  <>
    {eventText(event.type) ?? <Text value={event.type} />}{" "}
    <Chip of={DELIVERY_CHIPS} value={deliveryOf(event.delivery, event.attempts.length)} />
  </>
);

const EventFacts = ({ event }: { event: RecordedEvent }) => (
  <Card title="Details">
    <Facts>
      <Fact name="Type">
        <code>
          <Text value={event.type} />
        </code>
      </Fact>
      <Fact name="Received">
        <Moment at={event.receivedAt} />
      </Fact>
      <Fact name="Ledger">
        <Chip of={OUTCOME_LABELS} value={event.applied ?? "not_finished"} />{" "}
        {labelOf(OUTCOME_LABELS, event.applied ?? "not_finished").meaning}
      </Fact>
      <About event={event} />
      <Fact name="Event ID">
        <CopiedId name="event ID" value={event.id} />
      </Fact>
      <Fact name="Trace ID">
        <CopiedId name="trace ID" value={event.traceId} />
      </Fact>
    </Facts>
  </Card>
);

/** An event names its payment itself. Its payout is the object that the body is about. */
const About = ({ event: { type, svcPaymentId, body } }: { event: RecordedEvent }) =>
  type.startsWith("payout.") ? (
    <Fact name="Payout">
      <PayoutLink id={objectIdIn(body)} />
    </Fact>
  ) : (
    <Fact name="Payment">{svcPaymentId === null ? <None /> : <PaymentLink id={svcPaymentId} />}</Fact>
  );

function objectIdIn(body: string): string {
  try {
    return String(JSON.parse(body).data.object.id);
  } catch {
    return "";
  }
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const NotFound = () => (
  <Empty icon="search" title="Event not found" all="events">
    This merchant has no event with this ID. Events are kept for 90 days.
  </Empty>
);
