import type { ComponentChildren } from "preact";
import type { Schemas } from "../../api/types.ts";
import { Tag } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { Sum } from "../../parts/table.tsx";
import { hrefOf } from "../../state/routes.ts";
import { codeText } from "../../words/money.ts";

const MOVED = [
  ["Gross", "gross"],
  ["Refunds", "refunds", -1],
  ["Disputes", "disputes", -1],
  ["Stripe fees", "processorFees", -1],
  ["Platform fees", "platformFees", -1],
  ["Platform fees refunded", "platformFeesReturned"],
  ["Payments outside this service, net", "merchantsOwnNet"],
  ["Other", "other"],
] as const;

/** What is not said is 0, and a balance that is not said is not known. */
type Row = Partial<Schemas["BalanceReportRow"]> & { currency: string };

type BalanceCardProps = {
  row: Row;
  isFinal: boolean;
  /** The closing balance is the processor's own. */
  isChecked: boolean;
  /** There is a difference within, also where it is 0 in the end. */
  isDiffering?: boolean | undefined;
  children?: ComponentChildren;
};

/** A day or a month in one currency: what moved and its net; then opening, net and payouts up to the closing balance. */
export function BalanceCard({ row, isFinal, isChecked, isDiffering, children }: BalanceCardProps) {
  const { currency, differenceCents = null } = row;
  const line = (name: string, of: keyof typeof row & `${string}Cents`, sign = 1) => ({
    name,
    cents: sign * (row[of] ?? 0) || 0,
  });
  const net = line("Net", "accountNetCents");
  // Without a closing balance the opening one is not added up either: the sum is what changed.
  const isKnown = differenceCents !== null;
  const balance = [
    ...(isKnown ? [line("Opening balance", "openingBalanceCents")] : []),
    net,
    line("Payouts", "payoutsCents", -1),
    line("Payouts returned", "payoutsReturnedCents"),
    ...(differenceCents ? [line("Difference from Stripe", "differenceCents")] : []),
  ];
  const [tone, text] =
    !isFinal || !isKnown
      ? (["wait", "Incomplete"] as const)
      : differenceCents || isDiffering
        ? (["bad", "Differs from Stripe"] as const)
        : isChecked
          ? (["good", "Matches Stripe"] as const)
          : (["quiet", "Not checked"] as const);
  return (
    <Card title={`In ${codeText(currency)}`} actions={<Tag tone={tone} text={text} />}>
      <div class="pair">
        <Sum
          rows={MOVED.map(([name, of, sign]) => line(name, `${of}Cents`, sign))}
          total={[net.name, net.cents]}
          currency={currency}
        />
        <div>
          <Sum
            rows={balance}
            total={[
              isKnown ? "Closing balance" : "Change",
              balance.reduce((sum, { cents }) => sum + cents, 0),
            ]}
            currency={currency}
          />
          <p>
            <a href={hrefOf("payouts")}>View payouts</a>
          </p>
        </div>
      </div>
      {children}
    </Card>
  );
}
