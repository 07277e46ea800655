import * as api from "../../api/api.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { NotFound } from "../../parts/empty.tsx";
import { Card } from "../../parts/fact.tsx";
import { Lacks } from "../../parts/lacks.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Money } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { moneyText } from "../../words/money.ts";
import type { FirstAttention } from "../attention/attention.tsx";
import { Redelivery } from "../events/redelivery.tsx";
import { DeliveryCard } from "./delivery-card.tsx";
import { Headline } from "./headline.tsx";
import { MoneyButtons, MoneyCard } from "./money/money-card.tsx";
import { MONEY_SCOPES, movesOf } from "./money/moves.ts";
import { type Money as MoneyActions, useMoney } from "./money/use-money.ts";
import { MoneyBox } from "./money-box.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { ReceiptButton, ReceiptCard, useReceipt } from "./receipt.tsx";
import { isPending, lastToldEvent, nextAttemptIn, type ProcessorEvent, pendingRefundsOf } from "./story.ts";
import { Timeline } from "./timeline.tsx";

type Whole = { payment: ListedPayment; timeline: TimelineEntry[] };

export function Payment({ id, attention }: { id: string; attention: FirstAttention }) {
  const whole = useFetched<Whole>({
    key: id,
    ask: async (signal) => {
      const [payment, timeline] = await Promise.all([
        api.payment(id).ask(signal),
        api.timeline(id).ask(signal),
      ]);
      return { payment, timeline };
    },
  });
  const { data, reload } = whole;
  const pending = data !== undefined && isPending(data.payment, data.timeline, serviceNowMs());
  // Asked again when the status changes or more is refunded. Without an answer the page says less.
  const details = useFetched({
    key: `${id} ${data?.payment.status} ${data?.payment.refundedCents}`,
    ask: async (signal) => data && api.details(id).ask(signal),
  });
  const refunds = pendingRefundsOf(
    data?.timeline ?? [],
    attention.data?.data.filter(
      ({ kind, subject }) => kind === "refund_pending" && subject.svcPaymentId === id,
    ) ?? [],
  );
  const money = useMoney({ svcPaymentId: id, payment: data?.payment, reload });
  const receipt = useReceipt(data?.payment);
  const needsReader =
    details.data?.method?.type === "interac_present" && money?.moves.includes("refund") === true;
  const mayManage = useMay("manage");
  const event = data && lastToldEvent(data.timeline);
  useLive(pending, JSON.stringify(data), reload, data && nextAttemptIn(data.timeline));
  return (
    <Screen
      title={data ? titleOf(data.payment) : "Payment"}
      heading={data ? <Heading {...data} /> : "Payment"}
      back="payments"
      actions={
        <>
          {money && !needsReader && <MoneyButtons of={money} />}
          {receipt && <ReceiptButton of={receipt} />}
          {event && mayManage && (
            <Redelivery
              id={event.eventId}
              delivery={event.delivery}
              endpointId={event.endpointId}
              sent={reload}
            />
          )}
        </>
      }
      of={whole}
    >
      <Loaded of={whole} missing={<NotFound noun="payment" />}>
        {({ payment, timeline }) => (
          <>
            <MissingRights payment={payment} event={event} money={money} />
            {needsReader && (
              <p class="hint">
                To refund this Interac payment, the customer presents the card at a reader. Start the refund
                at your till.
              </p>
            )}
            {money && <MoneyCard of={money} payment={payment} reload={reload} />}
            {receipt && <ReceiptCard of={receipt} svcPaymentId={id} />}
            <div class="pair">
              <PaymentFacts payment={payment} timeline={timeline} details={details.data} refunds={refunds} />
              <div>
                <MoneyBox
                  payment={payment}
                  timeline={timeline}
                  details={details}
                  waitingCents={refunds.cents}
                />
                <DeliveryCard payment={payment} timeline={timeline} />
              </div>
            </div>
            <Card title="Timeline" actions={pending && <span class="live">Live</span>}>
              <Timeline entries={timeline} payment={payment} />
            </Card>
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type MissingRightsProps = {
  payment: ListedPayment;
  event: ProcessorEvent | undefined;
  money: MoneyActions | undefined;
};

/** Why a button that others have is not there. */
function MissingRights({ payment, event, money }: MissingRightsProps) {
  const mayManage = useMay("manage");
  const possible = movesOf(payment, MONEY_SCOPES);
  const isLacking = possible.length > 0 && !money?.open && !money?.moves.length;
  return (
    <>
      {isLacking && (
        <Lacks
          permission="refund"
          to={possible.includes("refund") ? "refund it" : possible.map((one) => `${one} it`).join(" or ")}
        />
      )}
      {event?.delivery === "dead" && !mayManage && <Lacks permission="webhook" to="resend its event" />}
    </>
  );
}

const Heading = ({ payment }: Whole) => (
  <>
    <span class="for-ears">Payment of </span>
    <Money cents={payment.amountCents} currency={payment.currency} /> <Headline payment={payment} />
  </>
);

/** For the browser's tabs and bookmarks, where several payments stand side by side. */
const titleOf = ({ amountCents, currency, orderRef, svcPaymentId }: ListedPayment): string =>
  `${moneyText(amountCents, currency)}, ${orderRef ?? svcPaymentId}`;
