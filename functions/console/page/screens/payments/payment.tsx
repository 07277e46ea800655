import { api } from "../../api/api.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Card } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { Text } from "../../parts/text.tsx";
import { wayBackTo } from "../../state/return-row.ts";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { STATUS_LABELS } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { troubleOf } from "./bad-news.ts";
import { DeliveryCard } from "./delivery-card.tsx";
import { MoneyCard } from "./money/money-card.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { isPending, nextAttemptIn } from "./story.ts";
import { Timeline } from "./timeline.tsx";

type Whole = { payment: ListedPayment; timeline: TimelineEntry[] };

export function Payment({ id }: { id: string }) {
  const whole = useFetched<Whole>(`payment ${id}`, async (signal) => {
    const [payment, timeline] = await Promise.all([api.payment(id, signal), api.timeline(id, signal)]);
    return { payment, timeline };
  });
  const { data, reload } = whole;
  const pending = data !== undefined && isPending(data.payment, data.timeline, serviceNowMs());
  useLive(pending, JSON.stringify(data), reload, data && nextAttemptIn(data.timeline));
  return (
    <Screen
      title={data ? titleOf(data.payment) : "Payment"}
      heading={data ? <Heading payment={data.payment} /> : "Payment"}
      back={{ href: wayBackTo("payments"), text: "Payments" }}
      actions={<RefreshButton of={whole} />}
    >
      <Loaded of={whole} missing={<NotFound />}>
        {({ payment, timeline }) => (
          <>
            <div class="pair">
              <PaymentFacts payment={payment} timeline={timeline} />
              <DeliveryCard payment={payment} timeline={timeline} />
            </div>
            <MoneyCard payment={payment} reload={reload} />
            <Card title="Timeline" actions={pending && <span class="live">Live</span>}>
              <Timeline entries={timeline} payment={payment} />
            </Card>
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function Heading({ payment }: { payment: ListedPayment }) {
  const trouble = troubleOf(payment, useUtc());
  return (
    <>
      <span class="for-ears">Payment of </span>
      <Money cents={payment.amountCents} currency={payment.currency} />{" "}
      <Chip of={STATUS_LABELS} value={payment.status} />
      {trouble && (
        <span class="chip bad">
          <Icon name="bad" />
          <Text value={trouble} />
        </span>
      )}
    </>
  );
}

/** For the browser's tabs and bookmarks, where several payments stand side by side. */
const titleOf = ({ amountCents, currency, orderRef, svcPaymentId }: ListedPayment): string =>
  `${moneyText(amountCents, currency)}, ${orderRef ?? svcPaymentId}`;

const NotFound = () => (
  <Empty icon="search" title="Payment not found">
    <p>
      This merchant has no payment with this ID. <a href={hrefOf("payments")}>View all payments</a>
    </p>
  </Empty>
);
