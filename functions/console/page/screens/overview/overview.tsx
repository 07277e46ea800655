import { useContext } from "preact/hooks";
import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Overview as Data } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Card, Fact } from "../../parts/fact.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PayoutLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { SetUps } from "../../parts/set-ups.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { None, Text } from "../../parts/text.tsx";
import { hrefOf } from "../../state/routes.ts";
import { SessionContext } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { arrivalText, PAYOUT_LABELS } from "../../words/labels.ts";
import { worded } from "../../words/method.ts";
import { moneyText } from "../../words/money.ts";
import { dayText, timeText, tookText } from "../../words/time.ts";
import { AttentionTable, type FirstAttention } from "../attention/attention.tsx";
import { currenciesOf, netOf, sumsOf } from "./sums.ts";

const PERIODS = { "1": "Today", "7": "7 days", "30": "30 days" };

/** What is taken off the gross to get the net. */
const PARTS = [
  ["Gross", "grossCents", 1],
  ["Refunds", "refundsCents", -1],
  ["Disputes", "disputesCents", -1],
  ["Platform fees", "platformFeesCents", -1],
  ["Stripe fees", "processorFeesCents", -1],
  ["Net", "netCents", 1],
] as const;

/** The first screen: what needs a person, the money, and whether everything works. */
export function Overview({ query, attention }: { query: Query; attention: FirstAttention }) {
  const days = query.days ?? "7";
  const overview = useFetched(`overview ${days}`, (signal) => api.overview(days, signal));
  const { data, reload } = overview;
  const isCounting = !!data && !(data.attempts.isComplete && data.webhooks.isComplete);
  useLive(isCounting, data?.asOf, reload);
  return (
    <Screen title="Overview" of={overview}>
      <SetUps setUps={useContext(SessionContext)?.setUps ?? []} />
      <NeedsAttention of={attention} />
      <Tabs
        name="Period"
        chosen={days}
        options={PERIODS}
        hrefFor={(one) => hrefOf("overview", { query: { ...query, days: one } })}
      />
      <Loaded of={overview}>
        {(found) => (
          <>
            <MoneyCard data={found} query={query} />
            <div class="pair">
              <Attempts data={found} />
              <Webhooks data={found} />
            </div>
            <Payouts data={found} />
          </>
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
  const { sumOf, hasClosed, openDates } = sumsOf(days, currency);
  const text = (cents: number) => moneyText(cents, currency);
  const open = days.filter(({ isComplete }) => !isComplete);
  return (
    <Card
      title={`Money in ${currency.toUpperCase()}`}
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
    >
      <dl class="stats">
        {PARTS.map(([name, part, sign]) => {
          const cents = sumOf(part);
          return (
            <Fact key={name} name={name}>
              {cents === null ? <None>Not known yet</None> : text(sign * cents || 0)}
            </Fact>
          );
        })}
      </dl>
      {openDates.length > 0 && (
        <p class="hint">
          {hasClosed && `Without ${openDates.map(dayText).join(" and ")} (pale). `}
          Stripe's fees of a day are known the next day at 06:00 UTC.
          {open.length > 0 && ` Still counting ${open.length} of ${days.length} days.`}
        </p>
      )}
      {days.length > 1 && (
        <>
          <h3>Net per day (UTC)</h3>
          <Chart
            title="Net per day"
            labels={days.map(({ date }) => dayText(date))}
            bars={[{ name: "Net", look: "one", values: days.map((day) => netOf(day, currency)), text }]}
            pale={days.map(
              ({ isFinal, isComplete, totals }) => !isComplete || (!isFinal && totals.length > 0),
            )}
          />
        </>
      )}
    </Card>
  );
}

/** Since when the counts are complete; nothing is extrapolated. */
const Counting = ({ of: { from, isComplete } }: { of: { from: string; isComplete: boolean } }) =>
  isComplete ? null : (
    <p class="hint" role="status">
      Since <Moment at={from} detail="brief" />, still counting.
    </p>
  );

const TOP = 5;

const number = (value: number): string => value.toLocaleString();

function Attempts({ data: { attempts } }: { data: Data }) {
  const { days, reasons } = attempts;
  const sum = (of: "approved" | "declined") => days.reduce((all, day) => all + day[of], 0);
  const [approved, declined] = [sum("approved"), sum("declined")];
  const total = approved + declined;
  return (
    <Card title="Payment attempts">
      <p class="answer">
        {total === 0 ? "No attempts in this period." : `${((100 * approved) / total).toFixed(1)}% approved`}
      </p>
      {total > 0 && (
        <p class="lead">
          {number(approved)} approved of {number(total)} attempts
        </p>
      )}
      <Counting of={attempts} />
      {days.length > 1 && total > 0 && (
        <Chart
          title="Payment attempts per day"
          labels={days.map(({ date }) => dayText(date))}
          bars={[
            { name: "Approved", look: "one", values: days.map((day) => day.approved), text: number },
            { name: "Declined", look: "two", values: days.map((day) => day.declined), text: number },
          ]}
          pale={days.map(({ isComplete }) => !isComplete)}
        />
      )}
      {reasons.length > 0 && (
        <>
          <h3>Top decline reasons</h3>
          <table class="small sum">
            <tbody>
              {reasons.slice(0, TOP).map(({ code, count }) => (
                <tr key={code}>
                  <th scope="row">
                    <Text value={worded(code)} />
                  </th>
                  <td class="number">{number(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <a href={hrefOf("payments", { query: { status: "declined" } })}>View declined payments</a>
          </p>
        </>
      )}
    </Card>
  );
}

function Webhooks({ data: { webhooks } }: { data: Data }) {
  const inUtc = useUtc();
  const { hours, failedInAll, medianMilliseconds } = webhooks;
  const of = (name: "delivered" | "retrying" | "failed") => hours.map((hour) => hour[name]);
  const sum = (name: Parameters<typeof of>[0]) => of(name).reduce((all, count) => all + count, 0);
  const [delivered, retrying, failed] = [sum("delivered"), sum("retrying"), sum("failed")];
  return (
    <Card title="Webhooks, last 24 hours">
      <p class="answer">
        {failed + retrying > 0
          ? `${number(retrying)} retrying, ${number(failed)} failed`
          : delivered > 0
            ? "Your endpoint accepts events."
            : "No events were sent."}
      </p>
      {medianMilliseconds !== null && (
        <p class="lead">Median response: about {tookText(medianMilliseconds)}</p>
      )}
      <Counting of={webhooks} />
      {delivered + retrying + failed > 0 && (
        <Chart
          title="Webhooks per hour"
          labels={hours.map(({ at }) => timeText(at, inUtc, "brief"))}
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
          pale={hours.map(({ isComplete }, nth) => !isComplete || nth === hours.length - 1)}
        />
      )}
      <p>
        <a href={hrefOf("endpoints")}>View webhooks</a>
        {failedInAll > 0 && `: ${number(failedInAll)} failed events in all`}
      </p>
    </Card>
  );
}

type Payout = Data["payouts"]["next"];

const Payouts = ({ data: { balance, payouts } }: { data: Data }) => (
  <div class="pair thirds">
    <Card title="Balance">
      {balance ? (
        <>
          {balance.currencies.map(({ currency, closingBalanceCents }) => (
            <p key={currency} class="answer">
              <Money cents={closingBalanceCents} currency={currency} />
            </p>
          ))}
          <p>
            Available and pending, at the end of <Text value={dayText(balance.date)} /> (UTC).
          </p>
        </>
      ) : (
        <p>
          <None>Known with the next daily statement.</None>
        </p>
      )}
    </Card>
    <PayoutCard title="Next payout" payout={payouts.next} empty="No payout is on its way." />
    <PayoutCard title="Last payout" payout={payouts.last} empty="No payout has arrived yet." />
  </div>
);

const PayoutCard = ({ title, payout, empty }: { title: string; payout: Payout; empty: string }) => (
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
      <p>
        <None>{empty}</None>
      </p>
    )}
  </Card>
);
