import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Empty } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { PaymentLink, PayoutLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money, OtherBalances } from "../../parts/money.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { counted } from "../../words/counted.ts";
import { dayText } from "../../words/time.ts";
import { BeforeAndAfter } from "../payments/before-and-after.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { MovedPayments } from "./moved-payments.tsx";
import { Agreement, agreementOf } from "./statements.tsx";

type Whole = Schemas["Statement"];

export function Statement({ id: date }: { id: string }) {
  const statement = useFetched(api.statement(date));
  return (
    <Screen title={`Statement of ${date}`} heading={dayText(date)} back="statements" of={statement}>
      <Loaded of={statement} missing={<NotFound />}>
        {(data) => (
          <>
            <Outline statement={data} />
            {currenciesOf(data).map((currency) => (
              <Totals key={currency} statement={data} currency={currency} />
            ))}
            <MovedPayments date={date} />
            <PaidOut title="Payouts" payouts={data.payouts} />
            <PaidOut title="Payouts returned" payouts={data.payoutsReturned} />
            {countOf(data) > 0 && <Differences statement={data} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const currenciesOf = ({ totals, balances }: Whole): string[] => [
  ...new Set([...totals, ...balances].map(({ currency }) => currency)),
];

const countOf = ({ differences, differencesOmitted }: Whole): number =>
  differences.length + differencesOmitted;

/** How the payments that differed stand; of those that are not listed that is not known. */
function differencesText(statement: Whole): string {
  const { differences, differencesOmitted } = statement;
  const count = countOf(statement);
  const corrected = differences.filter(({ healed }) => healed).length;
  const parts = [
    [corrected, "corrected"],
    [differences.length - corrected, "being checked by the platform"],
    [differencesOmitted, "more than this page lists"],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return count === 0
    ? "Every payment matches."
    : `This service had recorded ${counted(count, "payment")} differently: ${said.join(", ")}.`;
}

const Outline = ({ statement }: { statement: Whole }) => (
  <Card title="Summary" actions={<Agreement of={statement} />}>
    <p class="lead">
      {agreementOf(statement).sentence} {differencesText(statement)}
    </p>
    <Facts>
      <Fact name="Payments that match">{statement.matched}</Fact>
      {statement.unexplained > 0 && (
        <Fact name="Charges without readable details">{statement.unexplained}</Fact>
      )}
      <Fact name="Created">
        <Moment at={statement.generatedAt} detail="full" />
      </Fact>
      {statement.unreachableAccounts.length > 0 && (
        <Fact name="Disconnected accounts">{statement.unreachableAccounts.join(", ")}</Fact>
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

/** As in a month's report: platform fees as they were taken, and what was returned of them apart. */
function Totals({ statement, currency }: { statement: Whole; currency: string }) {
  const own = <Row extends { currency: string }>(rows: Row[]) =>
    rows.find((row) => row.currency === currency);
  const [total, balance] = [own(statement.totals), own(statement.balances)];
  const row = {
    ...total,
    ...(total && {
      platformFeesCents: total.platformFeesCents + total.platformFeesReturnedCents,
    }),
    ...balance,
    currency,
  };
  return (
    <BalanceCard row={row} isFinal={statement.final} isChecked={statement.balanceChecked}>
      <OtherBalances cents={total?.otherBalancesCents} currency={currency} />
    </BalanceCard>
  );
}

const KINDS: Record<string, string> = {
  foreign_metadata: "Metadata has another payment's ID",
  not_in_ledger: "Not recorded by this service",
};

const Differences = ({ statement }: { statement: Whole }) => (
  <Card title="Payments that differed">
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
            {difference.healed ? "Corrected: the record was updated." : "Open: the platform is checking it."}
          </p>
          <BeforeAndAfter
            before={difference.ledger}
            after={difference.processor}
            currency={difference.currency}
            names={["This service", "Stripe"]}
          />
        </li>
      ))}
    </ul>
    {statement.differencesOmitted > 0 && <p>{statement.differencesOmitted} more are not listed here.</p>}
  </Card>
);

const NotFound = () => (
  <Empty icon="statements" title="No statement for this day" all="statements">
    It is created six hours after the day ends (UTC).
  </Empty>
);
