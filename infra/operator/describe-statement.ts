import { type BalanceThatDay, balanceRows, type DayBalance } from "../../shared/domain/finance/balance.ts";
import type { Statement } from "../../shared/domain/finance/statement.ts";
import { amountText } from "../../shared/domain/payments/currency.ts";
import type { PaymentFacts } from "../../shared/domain/payments/statement-note.ts";
import { fields, sections, table } from "./output.ts";

/** `changes`: what an earlier statement of the day had found otherwise; null where there was none. */
export function describeStatement(
  statement: Statement & { balance: DayBalance },
  changes: string[] | null,
): string {
  const { date, final, matched, merchantsOwn, unexplained, differencesOmitted, unreachableAccounts } =
    statement;
  return sections(
    fields({
      Day: `${date}${final ? "" : " (not final)"}`,
      Agree: `${matched} payments`,
      "Merchant's own": `${merchantsOwn} charges`,
      Unexplained: `${unexplained} charges`,
      Differ: `${statement.differences.length + differencesOmitted} payments`,
      "Out of reach": unreachableAccounts.join(", ") || "none",
      "Since before":
        changes === null ? "first statement of this day" : changes.join(", ") || "nothing changed",
    }),
    describeTotals(statement),
    describeBalance(statement),
    describeDifferences(statement),
    differencesOmitted > 0 ? `${differencesOmitted} more are not listed.` : "",
  );
}

const describeTotals = ({ totals }: Statement): string =>
  table(
    ["CURRENCY", "GROSS", "REFUNDS", "DISPUTES", "OUR FEES", "PROCESSOR'S", "NET", "OTHER", "OTHER BALANCES"],
    totals.map((total) => [
      total.currency,
      amountText(total.grossCents, total.currency),
      amountText(total.refundsCents, total.currency),
      amountText(total.disputesCents, total.currency),
      amountText(total.platformFeesCents, total.currency),
      amountText(total.processorFeesCents, total.currency),
      amountText(total.netCents, total.currency),
      amountText(total.otherCents, total.currency),
      amountText(total.otherBalancesCents, total.currency),
    ]),
  );

/** What `balanceCells` fills. */
export const BALANCE_COLUMNS = [
  "CURRENCY",
  "OPENING",
  "MOVED",
  "PAID OUT",
  "RETURNED",
  "DIFFERENCE",
  "CLOSING",
];

export const balanceCells = ({ currency, ...row }: BalanceThatDay): string[] => [
  currency,
  amountOrUnknown(row.openingBalanceCents, currency),
  amountText(row.accountNetCents, currency),
  amountText(row.payoutsCents, currency),
  amountText(row.payoutsReturnedCents, currency),
  amountOrUnknown(row.differenceCents, currency),
  amountOrUnknown(row.closingBalanceCents, currency),
];

export const amountOrUnknown = (cents: number | null, currency: string): string =>
  cents === null ? "unknown" : amountText(cents, currency);

const describeBalance = ({ balance }: { balance: DayBalance }): string =>
  table(
    [...BALANCE_COLUMNS, "CHECKED"],
    balanceRows(balance).map((row) => [...balanceCells(row), balance.isChecked ? "yes" : "no"]),
  );

const describeDifferences = ({ differences }: Statement): string =>
  differences.length === 0
    ? ""
    : table(
        ["DIFFERENCE", "PAYMENT", "INTENT", "CURRENCY", "LEDGER", "PROCESSOR", "HEALED"],
        differences.map(({ ledger, processor, currency, ...difference }) => [
          difference.kind.replaceAll("_", " "),
          difference.svcPaymentId,
          difference.processorPaymentIntentId,
          currency,
          describeFacts(ledger, currency),
          describeFacts(processor, currency),
          difference.healed ? "yes" : "no",
        ]),
      );

const describeFacts = (facts: PaymentFacts | null, currency: string): string =>
  facts
    ? `${facts.status} ${amountText(facts.amountCents, currency)}, refunded ${amountText(facts.refundedCents, currency)}`
    : "–";
