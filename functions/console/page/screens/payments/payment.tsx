import { api } from "../../api/api.ts";
import type { Payment as PaymentFacts, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { CopiedId } from "../../parts/copied-id.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { None, Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { labelOf, STATUS_LABELS } from "../../words/labels.ts";
import { DeliveryCard } from "./delivery-card.tsx";
import { isPending, nextAttemptIn, refundedIn } from "./story.ts";
import { Timeline } from "./timeline.tsx";

type Whole = { payment: PaymentFacts; timeline: TimelineEntry[] };

export function Payment({ id }: { id: string }) {
  const whole = useFetched<Whole>(`payment ${id}`, async (signal) => {
    const [payment, timeline] = await Promise.all([api.payment(id, signal), api.timeline(id, signal)]);
    return { payment, timeline };
  });
  const { data, reload } = whole;
  const pending = data !== undefined && isPending(data.payment, data.timeline, Date.now());
  useLive(pending, JSON.stringify(data), reload, data && nextAttemptIn(data.timeline));
  return (
    <Screen
      title="Payment"
      heading={data ? <Heading payment={data.payment} /> : "Payment"}
      back={{ href: hrefOf("payments"), text: "Payments" }}
      actions={<RefreshButton of={whole} />}
    >
      <Loaded of={whole} missing={<NotFound />}>
        {({ payment, timeline }) => (
          <>
            <div class="pair">
              <PaymentCard payment={payment} timeline={timeline} />
              <DeliveryCard payment={payment} timeline={timeline} />
            </div>
            <Card title="What happened" actions={pending && <span class="live">Live</span>}>
              <Timeline entries={timeline} currency={payment.currency} />
            </Card>
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const Heading = ({ payment }: { payment: PaymentFacts }) => (
  <>
    <span class="for-ears">Payment of </span>
    <Money cents={payment.amountCents} currency={payment.currency} />{" "}
    <Chip of={STATUS_LABELS} value={payment.status} />
  </>
);

function PaymentCard({ payment, timeline }: Whole) {
  const refundedCents = refundedIn(timeline);
  const { meaning } = labelOf(STATUS_LABELS, payment.status);
  const hold = timeline.findLast((entry) => "captureBefore" in entry && entry.captureBefore !== null);
  return (
    <Card title="Facts">
      {meaning && <p class="answer">{meaning}</p>}
      <Facts>
        <Fact name="Order">{payment.orderRef === null ? <None /> : <Text value={payment.orderRef} />}</Fact>
        <Fact name="Platform fee">
          <Money cents={payment.applicationFeeCents} currency={payment.currency} />
        </Fact>
        {refundedCents > 0 && (
          <Fact name="Refunded">
            <Money cents={refundedCents} currency={payment.currency} />
          </Fact>
        )}
        {payment.status === "requires_capture" && hold?.kind === "processor_event" && hold.captureBefore && (
          <Fact name="Capture before">
            <Moment at={hold.captureBefore} />
          </Fact>
        )}
        <Fact name="Payment id">
          <CopiedId name="payment id" value={payment.svcPaymentId} />
        </Fact>
        <Fact name="Processor's intent">
          <CopiedId name="processor's intent" value={payment.processorPaymentIntentId} />
        </Fact>
      </Facts>
    </Card>
  );
}

const NotFound = () => (
  <Empty icon="search" title="Payment not found">
    <p>
      This merchant has no payment with this id. <a href={hrefOf("payments")}>See all payments</a>
    </p>
  </Empty>
);
