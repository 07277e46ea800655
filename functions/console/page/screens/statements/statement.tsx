import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Empty } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { PaymentLink, PayoutLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Sum } from "../../parts/table.tsx";
import { None, Text } from "../../parts/text.tsx";
import { wayBackTo } from "../../state/return-row.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { worded } from "../../words/method.ts";
import { dayText } from "../../words/time.ts";
import { BeforeAndAfter } from "../payments/before-and-after.tsx";
import { MovedPayments } from "./moved-payments.tsx";
import { Agreement } from "./statements.tsx";

type Whole = Schemas["Statement"];

export function Statement({ date }: { date: string }) {
  const statement = useFetched(`statement ${date}`, (signal) => api.statement(date, signal));
  return (
    <Screen
      title={`Statement of ${date}`}
      heading={dayText(date)}
      back={{ href: wayBackTo("statements"), text: "Statements" }}
      of={statement}
    >
      <Loaded of={statement} missing={<NotFound />}>
        {(data) => (
          <>
            <Outline statement={data} />
            <div class="pair">
              {data.totals.map((total) => (
                <Totals key={total.currency} total={total} />
              ))}
            </div>
            <MovedPayments date={date} />
            <PaidOut title="Payouts" payouts={data.payouts} />
            <PaidOut title="Payouts returned" payouts={data.payoutsReturned} />
            <Differences statement={data} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const Outline = ({ statement }: { statement: Whole }) => (
  <Card
    title="Summary"
    actions={<Agreement differences={statement.differences.length + statement.differencesOmitted} />}
  >
    {!statement.final && <p class="lead">Not final yet</p>}
    <Facts>
      <Fact name="Matched payments">{statement.matched}</Fact>
      {statement.unexplained > 0 && <Fact name="Charges that cannot be read">{statement.unexplained}</Fact>}
      {statement.balances.map(({ currency, closingBalanceCents: cents }) => (
        <Fact key={currency} name="Closing balance">
          {cents === null ? <None /> : <Money cents={cents} currency={currency} />}
        </Fact>
      ))}
      <Fact name="Created">
        <Moment at={statement.generatedAt} />
      </Fact>
      {statement.unreachableAccounts.length > 0 && (
        <Fact name="Disconnected accounts">
          <Text value={statement.unreachableAccounts.join(", ")} />
        </Fact>
      )}
    </Facts>
  </Card>
);

const PaidOut = ({ title, payouts }: { title: string; payouts: Whole["payouts"] }) =>
  payouts.length > 0 && (
    <Card title={title}>
      {payouts.map(({ payoutId, amountCents, currency }) => (
        <p key={payoutId}>
          <Money cents={amountCents} currency={currency} /> <PayoutLink id={payoutId}>View payout</PayoutLink>
        </p>
      ))}
    </Card>
  );

const ROWS = [
  { name: "Charged", of: "grossCents", sign: 1 },
  { name: "Refunds", of: "refundsCents", sign: -1 },
  { name: "Disputes", of: "disputesCents", sign: -1 },
  { name: "Platform fees", of: "platformFeesCents", sign: -1 },
  { name: "Stripe fees", of: "processorFeesCents", sign: -1 },
] as const;

export const currencyTitle = (currency: string): string =>
  `In ${/^[a-z]{3}$/.test(currency) ? currency.toUpperCase() : "another currency"}`;

const Totals = ({ total }: { total: Schemas["StatementTotal"] }) => (
  <Card title={currencyTitle(total.currency)}>
    <Sum
      rows={ROWS.map(({ name, of, sign }) => ({ name, cents: sign * total[of] || 0 }))}
      total={["Net", total.netCents]}
      currency={total.currency}
    />
    <Sum
      rows={[
        { name: "Charges made outside this service", cents: total.merchantsOwnNetCents },
        { name: `Other (${total.otherCount})`, cents: total.otherCents },
      ]}
      total={["Account total", total.accountNetCents]}
      currency={total.currency}
    />
    {total.otherBalancesCents !== 0 && (
      <p class="hint">
        Other balances (not in the total):{" "}
        <Money cents={total.otherBalancesCents} currency={total.currency} />
      </p>
    )}
  </Card>
);

const KINDS: Record<string, string> = { foreign_metadata: "Metadata has another payment's ID" };

const Differences = ({ statement }: { statement: Whole }) => (
  <Card title="Differences">
    {statement.differences.length === 0 && <p class="lead">None: every payment matches to the cent.</p>}
    <ul class="differences">
      {statement.differences.map((difference) => (
        <li
          class="difference"
          key={`${difference.svcPaymentId} ${difference.processorPaymentIntentId} ${difference.kind}`}
        >
          <h3>
            <Text value={KINDS[difference.kind] ?? worded(difference.kind)} />
          </h3>
          <p>
            <PaymentLink id={difference.svcPaymentId} />
          </p>
          <p>
            {difference.healed ? "Corrected: the ledger was updated." : "Open: the platform was notified."}
          </p>
          <BeforeAndAfter
            before={difference.ledger}
            after={difference.processor}
            currency={difference.currency}
            names={["Ledger", "Stripe"]}
          />
        </li>
      ))}
    </ul>
    {statement.differencesOmitted > 0 && <p>{statement.differencesOmitted} more are not listed.</p>}
  </Card>
);

const NotFound = () => (
  <Empty icon="statements" title="No statement for this day" all="statements">
    It is created six hours after the day ends (UTC).
  </Empty>
);
