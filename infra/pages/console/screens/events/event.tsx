import * as api from "../../api/api.ts";
import type { RecordedEvent } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { IdFact } from "../../parts/copied-id.tsx";
import { NotFound } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { EndpointLink, PaymentLink, PayoutLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Text, UrlText } from "../../parts/text.tsx";
import { useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import {
  DELIVERY_CHIPS,
  deliveryOf,
  eventText,
  labelOf,
  OUTCOME_LABELS,
  WEBHOOK_CHIPS,
} from "../../words/labels.ts";
import { Attempts } from "./attempts.tsx";
import { Redelivery } from "./redelivery.tsx";

export function Event({ id }: { id: string }) {
  const event = useFetched(api.event(id));
  const { data, reload } = event;
  const mayManage = useMay("manage");
  const isPending = data?.applied === null || data?.deliveries.some(isOpen);
  useLive(!!isPending, JSON.stringify(data), reload, data?.nextAttemptAt);
  return (
    <Screen
      title={data?.type ?? "Event"}
      heading={data ? <Heading event={data} /> : "Event"}
      back="events"
      actions={
        mayManage && data && data.deliveries.length > 1 && !isPending && <ToAll id={id} sent={reload} />
      }
      of={event}
    >
      <Loaded of={event} missing={<NotFound noun="event">Events are kept for 90 days.</NotFound>}>
        {(event) => (
          <>
            <EventFacts event={event} />
            <Deliveries event={event} sent={reload} />
            <Card title="Body">
              <p class="lead">Personal data is shown as •••. Your API key gets the exact bytes.</p>
              <CodeBlock name="body" value={JSON.stringify(parsed(event.body), null, 2) ?? event.body} />
            </Card>
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type Delivery = RecordedEvent["deliveries"][number];

const isOpen = ({ delivery }: Delivery): boolean => delivery === "pending";

const chipOf = ({ delivery, attemptCount }: Pick<Delivery, "delivery" | "attemptCount">) =>
  deliveryOf(delivery, attemptCount);

const Heading = ({ event }: { event: RecordedEvent }) => (
  <>
    <Text value={event.type} /> <Chip of={WEBHOOK_CHIPS} value={chipOf(event)} />
  </>
);

/** One card for each endpoint; with one endpoint its name is not needed. */
function Deliveries({ event, sent }: { event: RecordedEvent; sent: () => void }) {
  const { deliveries } = event;
  const isOne = deliveries.length === 1;
  const endpoints = useFetched(deliveries.length > 1 ? api.endpoints : UNNAMED);
  return (
    <>
      {deliveries.length === 0 && (
        <Card title="Webhook attempts">
          <Attempts delivery={event.delivery} attempts={[]} />
        </Card>
      )}
      {deliveries.map((one) => {
        const { endpointId, delivery } = one;
        const url = endpoints.data?.find(({ id }) => id === endpointId)?.url;
        return (
          <Card
            key={endpointId}
            title="Webhook attempts"
            actions={(isOne || url) && <Redelivery {...{ id: event.id, delivery, endpointId, sent }} />}
          >
            {!isOne && (
              <p>
                <EndpointLink id={endpointId}>
                  <UrlText value={url ?? endpointId} />
                </EndpointLink>{" "}
                <Chip of={DELIVERY_CHIPS} value={chipOf(one)} />
                {endpoints.data && !url && " Deleted"}
              </p>
            )}
            <Attempts {...one} />
          </Card>
        );
      })}
    </>
  );
}

const UNNAMED = { key: "", ask: async () => [] };

const ToAll = ({ id, sent }: { id: string; sent: () => void }) => (
  <Redelivery id={id} delivery="delivered" text="Resend to all endpoints" sent={sent} />
);

const EventFacts = ({ event }: { event: RecordedEvent }) => (
  <Card title="Details">
    <Facts>
      <Fact name="Event">{eventText(event.type)}</Fact>
      <Fact name="Received">
        <Moment at={event.receivedAt} detail="full" />
      </Fact>
      <Fact name="Ledger">
        <Chip of={OUTCOME_LABELS} value={event.applied ?? "not_finished"} />{" "}
        {labelOf(OUTCOME_LABELS, event.applied ?? "not_finished").meaning}
      </Fact>
      {event.currency && (
        <Fact name="Amount">
          <Money cents={event.amountCents ?? 0} currency={event.currency} />
        </Fact>
      )}
      {event.orderRef && <Fact name="Order">{event.orderRef}</Fact>}
      <About event={event} />
      <IdFact name="event ID" value={event.id} />
      <IdFact name="trace ID" value={event.traceId} />
    </Facts>
  </Card>
);

/** An event names its payment itself. Its payout is the object that the body is about. */
const About = ({ event: { type, svcPaymentId, body } }: { event: RecordedEvent }) =>
  type.startsWith("payout.") ? (
    <Fact name="Payout">
      <PayoutLink id={String(parsed(body)?.data?.object?.id)} />
    </Fact>
  ) : (
    <Fact name="Payment">{svcPaymentId && <PaymentLink id={svcPaymentId} />}</Fact>
  );

/** What is no JSON is shown as it came. */
function parsed(body: string) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
