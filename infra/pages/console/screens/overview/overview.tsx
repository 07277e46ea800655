import type { ComponentChildren } from "preact";
import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Overview as Data, Schemas } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Chip, Tag } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PayoutLink } from "../../parts/links.tsx";
import { Kept, Loaded } from "../../parts/loaded.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { SetUps } from "../../parts/set-ups.tsx";
import { Lines } from "../../parts/table.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { None, Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { ATTENTION_LABELS, arrivalText, declineText, PAYOUT_LABELS } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { dateText, daysOf, dayText, timeText, tookText } from "../../words/time.ts";
import { AttentionTable, type FirstAttention, Subject } from "../attention/attention.tsx";
import { currenciesOf, netOf, sumsOf, totalOf } from "./sums.ts";

const PERIODS = { "1": "Today (UTC)", "7": "7 days", "30": "30 days" };

/** What is taken off the gross to get the net. */
const PARTS = [
  ["Gross", "grossCents", 1],
  ["Refunds", "refundsCents", -1],
  ["Disputes", "disputesCents", -1],
  ["Platform fees", "platformFeesCents", -1],
  ["Stripe fees", "processorFeesCents", -1],
] as const;

/** The first screen: what needs a person, the money, and whether everything works. */
export function Overview({ query, attention }: { query: Query; attention: FirstAttention }) {
  const days = query.days ?? "7";
  const overview = useFetched(api.overview(days));
  const { data, reload } = overview;
  const isCounting = !!data && !(data.attempts.isComplete && data.webhooks.isComplete);
  useLive(isCounting, data?.asOf, reload);
  return (
    <Screen title="Overview" of={overview}>
      <SetUps />
      <NeedsAttention of={attention} />
      <Tabs
        name="Period"
        chosen={days}
        options={PERIODS}
        hrefFor={(one) => hrefOf("overview", { query: { ...query, days: one } })}
      />
      <Loaded of={overview}>
        {(found) => (
          <Kept of={overview}>
            <Counting of={found.attempts} />
            <MoneyCard data={found} query={query} />
            <Payouts data={found} />
            <Attempts data={found} />
            <Webhooks data={found} attention={attention.data?.data} />
          </Kept>
        )}
      </Loaded>
    </Screen>
  );
}

const SHOWN = 3;

const NeedsAttention = ({ of }: { of: FirstAttention }) => (
  <section class="needs">
    <Loaded of={of}>
      {({ data, next }) => (
        <>
          <h2>Needs attention</h2>
          {data.length === 0 && (
            <p class="answer">
              <Icon name="good" /> Nothing needs attention.
            </p>
          )}
          {data.length > 0 && <AttentionTable items={data} most={SHOWN} reload={of.reload} />}
          {(data.length > SHOWN || next) && (
            <p>
              <a href={hrefOf("attention")}>
                View all {data.length}
                {next && "+"}
              </a>
            </p>
          )}
        </>
      )}
    </Loaded>
  </section>
);

function MoneyCard({ data: { money }, query }: { data: Data; query: Query }) {
  const { days } = money;
  const currencies = currenciesOf(days);
  const currency = currencies.find((one) => one === query.currency) ?? currencies[0];
  if (!currency)
    return (
      <Card title="Money">
        <p class="answer">No payments in this period.</p>
      </Card>
    );
  const { sumOf, hasClosed, summed, open } = sumsOf(days, currency);
  const text = (cents: number) => moneyText(cents, currency);
  const shown = (cents: number | null) =>
    cents === null ? <None>Tomorrow, 06:00 UTC</None> : text(cents || 0);
  const today = totalOf(days.at(-1) as (typeof days)[0], currency)?.grossCents ?? 0;
  return (
    <Told
      title={`Net in ${currency.toUpperCase()}`}
      actions={
        currencies.length > 1 && (
          <Tabs
            name="Currency"
            chosen={currency}
            options={Object.fromEntries(currencies.map((one) => [one, one.toUpperCase()]))}
            hrefFor={(one) => hrefOf("overview", { query: { ...query, currency: one } })}
          />
        )
      }
      hero={shown(sumOf("netCents"))}
      chart={
        <>
          {days.length > 1 && (
            <Chart
              title="Net per day (UTC)"
              {...daysOf(days)}
              bars={[{ name: "Net", look: "one", values: days.map((day) => netOf(day, currency)), text }]}
              pale={days.map((day) =>
                open.includes(day) ? "before Stripe fees" : day.isFinal || !day.totals[0] ? "" : "not final",
              )}
            />
          )}
          {open[0] && (
            <p class="hint">
              {hasClosed &&
                `Not in these sums: payments outside this service, ${open.map(({ date }) => dateText(date)).join(", ")} (today so far ${text(today)} gross). `}
              Stripe's fees follow the next day at 06:00 UTC.
              {!hasClosed && currencies[1] && " Sales may settle in another currency."}
            </p>
          )}
        </>
      }
    >
      <p class="lead">
        {hasClosed && "Full days only: "}
        {rangeText(summed, !hasClosed)}
      </p>
      <Lines
        of={PARTS.map(([name, part, sign]) => {
          const cents = sumOf(part);
          return [name, shown(cents && sign * cents)];
        })}
      />
    </Told>
  );
}

/** "Nov 11 – Nov 17 (UTC), today so far". */
const rangeText = (days: readonly { date: string }[], hasToday: boolean): string =>
  `${[...new Set([days[0], days.at(-1)].map((day) => dateText(day?.date ?? "")))].join(" – ")} (UTC)${hasToday ? ", today so far" : ""}`;

type ToldProps = {
  title: string;
  actions?: ComponentChildren;
  hero: ComponentChildren;
  chart: ComponentChildren;
  children: ComponentChildren;
};

/** The answer first, and beside it how it came about. */
const Told = ({ title, actions, hero, chart, children }: ToldProps) => (
  <Card title={title} actions={actions}>
    <div class="pair told">
      <div>
        <p class="hero">{hero}</p>
        {children}
      </div>
      <div>{chart}</div>
    </div>
  </Card>
);

/** Since when the counts are complete; nothing is extrapolated. */
const Counting = ({ of: { from, isComplete } }: { of: { from: string; isComplete: boolean } }) =>
  isComplete ? null : (
    <p class="hint" role="status">
      Since <Moment at={from} />, still counting.
    </p>
  );

/** What is not over, or not counted. */
const soFar = (spans: readonly { isComplete: boolean }[]): string[] =>
  spans.map(({ isComplete }, nth) =>
    !isComplete ? "still counting" : nth < spans.length - 1 ? "" : "so far",
  );

const TOP = 5;

const number = (value: number): string => value.toLocaleString();

function Attempts({ data: { attempts } }: { data: Data }) {
  const { days, reasons } = attempts;
  const sum = (of: "approved" | "declined") => days.reduce((all, day) => all + day[of], 0);
  const [approved, declined] = [sum("approved"), sum("declined")];
  const total = approved + declined;
  return (
    <Told
      title="Success rate"
      hero={total === 0 ? "–" : `${((100 * approved) / total).toFixed(1)}%`}
      chart={
        days.length > 1 &&
        total > 0 && (
          <Chart
            title="Payment attempts per day (UTC)"
            {...daysOf(days)}
            bars={[
              { name: "Approved", look: "one", values: days.map((day) => day.approved), text: number },
              { name: "Declined", look: "two", values: days.map((day) => day.declined), text: number },
            ]}
            pale={soFar(days)}
          />
        )
      }
    >
      <p class="lead">
        {number(approved)} approved of {number(total)} attempts
        <br />
        {rangeText(days, true)}
      </p>
      {reasons[0] && (
        <>
          <h3>Top decline reasons</h3>
          <Lines of={reasons.slice(0, TOP).map(({ code, count }) => [declineText(code), number(count)])} />
          <p>
            <a href={hrefOf("payments", { query: { status: "declined" } })}>View declined payments</a>
          </p>
        </>
      )}
    </Told>
  );
}

type WebhooksProps = { data: Data; attention: readonly Schemas["Attention"][] | undefined };

/** Whether an endpoint fails is known from what needs attention, which is there already. */
function Webhooks({ data: { webhooks }, attention }: WebhooksProps) {
  const inUtc = useUtc();
  const { hours, failedInAll, medianMilliseconds } = webhooks;
  const of = (name: "delivered" | "retrying" | "failed") => hours.map((hour) => hour[name]);
  const sum = (name: Parameters<typeof of>[0]) => of(name).reduce((all, count) => all + count, 0);
  const [delivered, retrying, failed] = [sum("delivered"), sum("retrying"), sum("failed")];
  const total = delivered + retrying + failed;
  const failing = attention?.filter(({ kind }) => kind === "endpoint_failing");
  return (
    <Told
      title="Webhooks, last 24 hours"
      actions={
        failing?.[0] ? (
          <Chip of={ATTENTION_LABELS} value="endpoint_failing" />
        ) : (
          failing && delivered > 0 && <Tag text="Healthy" tone="good" />
        )
      }
      hero={
        total === 0
          ? "No events"
          : failed + retrying > 0
            ? `${number(retrying)} retrying, ${number(failed)} failed`
            : `${number(delivered)} delivered`
      }
      chart={
        total > 0 && (
          <Chart
            title="Webhooks per hour"
            labels={hours.map(({ at }) => timeText(at, inUtc, "brief"))}
            ticks={hours.map(({ at }) => dateText(at, "hour", inUtc))}
            bars={[
              { name: "Delivered", look: "one", values: of("delivered"), text: number },
              { name: "Retrying", look: "two", values: of("retrying"), text: number },
              { name: "Failed", look: "three", values: of("failed"), text: number },
            ]}
            line={{
              name: "Median response",
              look: "four",
              values: hours.map((hour) => hour.medianMilliseconds),
              text: tookText,
            }}
            pale={soFar(hours)}
          />
        )
      }
    >
      {failing?.map((item) => (
        <p key={item.since}>
          <Subject item={item} />
          <span class="under">
            Failing since <Moment at={item.since} />
          </span>
        </p>
      ))}
      {medianMilliseconds !== null && (
        <p class="lead">Median response: about {tookText(medianMilliseconds)}</p>
      )}
      <Counting of={webhooks} />
      <p>
        <a href={hrefOf("endpoints")}>View webhooks</a>
        {failedInAll > failed && `: ${number(failedInAll)} failed in total`}
      </p>
    </Told>
  );
}

type Payout = Data["payouts"]["next"];

const Payouts = ({ data: { balance, payouts } }: { data: Data }) => (
  <div class="pair thirds">
    <BalanceCard last={balance} />
    <PayoutCard title="Next payout" payout={payouts.next} />
    <PayoutCard title="Last payout" payout={payouts.last} />
  </div>
);

/** As Stripe has it now. Without an answer, or with an empty one, what the last statement says, if there is one. */
function BalanceCard({ last }: { last: Data["balance"] }) {
  const { data, error } = useFetched(api.liveBalance);
  return (
    <Card title="Available balance">
      {data?.currencies.map(({ currency, availableCents, pendingCents }) => (
        <p key={currency} class="answer">
          <Money cents={availableCents} currency={currency} />
          <span class="under">Pending: {moneyText(pendingCents, currency)}</span>
        </p>
      ))}
      {(error || data?.currencies.length === 0) &&
        (last?.currencies.map(({ currency, closingBalanceCents: cents }) => (
          <p key={currency}>
            <Money cents={cents} currency={currency} /> with pending, {dateText(last.date)} (UTC)
          </p>
        )) ?? <None />)}
    </Card>
  );
}

const PayoutCard = ({ title, payout }: { title: string; payout: Payout }) => (
  <Card title={title} actions={payout && <Chip of={PAYOUT_LABELS} value={payout.status} />}>
    {payout ? (
      <>
        <p class="answer">
          <Money cents={payout.amountCents} currency={payout.currency} />
        </p>
        <p>
          {arrivalText(payout.status)} <Text value={dayText(payout.arrivesOn)} />.{" "}
          <PayoutLink id={payout.payoutId}>View payout</PayoutLink>
        </p>
      </>
    ) : (
      <None />
    )}
  </Card>
);
