import type * as z from "zod/mini";
import type {
  Statement as Contract,
  BalanceReport as Report,
  StatementSummary,
} from "../contract/statements.ts";
import { balanceRows, type DayBalance } from "../domain/finance/balance.ts";
import type { BalanceReport, ReportRow } from "../domain/finance/balance-report.ts";
import { CHARGED_COLUMNS, type CsvColumn, type CsvForm, csvFile } from "../domain/finance/csv.ts";
import type { PaymentThatDay, Statement } from "../domain/finance/statement.ts";
import { isoTime } from "../domain/time.ts";
import { compareText } from "../domain/values.ts";

type Balanced = Statement & { balance: DayBalance };

const summaryOf = ({ date, final, generatedAt, totals, balance, ...counts }: Balanced) => ({
  date,
  final,
  generatedAt: isoTime(generatedAt),
  totals,
  balances: balanceRows(balance),
  balanceChecked: balance.isChecked,
  matched: counts.matched,
  merchantsOwn: counts.merchantsOwn,
  unexplained: counts.unexplained,
});

export const statementSummary = (statement: Balanced): z.output<typeof StatementSummary> => ({
  ...summaryOf(statement),
  differenceCount: statement.differences.length + statement.differencesOmitted,
});

export const statementView = (statement: Balanced): z.output<typeof Contract> => ({
  ...summaryOf(statement),
  differences: statement.differences,
  differencesOmitted: statement.differencesOmitted,
  unreachableAccounts: statement.unreachableAccounts,
  payouts: statement.payouts,
  payoutsReturned: statement.payoutsReturned,
});

/** Order and intent are joined when they are shown, so that what is erased from the payment is gone here too. */
export type OrderedPayment = PaymentThatDay & {
  orderRef: string | null;
  metadata: Record<string, string> | null;
  intentId: string | null;
};

const COLUMNS: readonly CsvColumn<OrderedPayment>[] = [
  { name: "svcPaymentId", plain: ({ svcPaymentId }) => svcPaymentId },
  { name: "orderRef", text: ({ orderRef }) => orderRef },
  { name: "metadata", text: ({ metadata }) => metadata && JSON.stringify(metadata) },
  ...CHARGED_COLUMNS,
  { name: "exchangeRate", plain: ({ exchangeRate }) => exchangeRate },
  { name: "currency", plain: ({ currency }) => currency },
  { name: "gross", cents: ({ grossCents }) => grossCents },
  { name: "refunds", cents: ({ refundsCents }) => refundsCents },
  { name: "disputes", cents: ({ disputesCents }) => disputesCents },
  {
    name: "platformFee",
    cents: ({ platformFeesCents, platformFeesReturnedCents }) =>
      platformFeesCents + platformFeesReturnedCents,
  },
  { name: "platformFeeReturned", cents: ({ platformFeesReturnedCents }) => platformFeesReturnedCents },
  { name: "processorFee", cents: ({ processorFeesCents }) => processorFeesCents },
  { name: "net", cents: ({ netCents }) => netCents },
  { name: "processorPaymentIntentId", text: ({ intentId }) => intentId },
];

/** An operator's session does not see what the merchant has written. */
export function statementCsv(form: CsvForm, isOperator: boolean) {
  const { header, toText } = csvFile(COLUMNS, form);
  return { header, toText: (row: OrderedPayment) => toText(isOperator ? { ...row, metadata: null } : row) };
}

export const balanceReportView = ({
  missingDays,
  notFinalDays,
  ...report
}: BalanceReport): z.output<typeof Report> => ({
  ...report,
  complete: missingDays.length + notFinalDays.length === 0,
  missingDays,
  notFinalDays,
});

/** A day without a statement has no currency and no amounts. */
type ReportLine = {
  date: string;
  state: "final" | "not_final" | "missing";
  currency: string;
  row?: ReportRow;
};

/** The report's fields, under the names that every file has. */
const REPORT_AMOUNTS = {
  openingBalance: "openingBalanceCents",
  gross: "grossCents",
  refunds: "refundsCents",
  disputes: "disputesCents",
  platformFee: "platformFeesCents",
  platformFeeReturned: "platformFeesReturnedCents",
  processorFee: "processorFeesCents",
  merchantsOwnNet: "merchantsOwnNetCents",
  other: "otherCents",
  payouts: "payoutsCents",
  payoutsReturned: "payoutsReturnedCents",
  difference: "differenceCents",
  closingBalance: "closingBalanceCents",
} as const satisfies Record<string, keyof ReportRow>;

const REPORT_COLUMNS: readonly CsvColumn<ReportLine>[] = [
  { name: "date", plain: ({ date }) => date },
  { name: "state", plain: ({ state }) => state },
  { name: "currency", plain: ({ currency }) => currency },
  ...Object.entries(REPORT_AMOUNTS).map(([name, field]) => ({
    name,
    cents: ({ row }: ReportLine) => (row ? row[field] : null),
  })),
];

/** In the order of days; at most 366, so that it is one file always. */
export function balanceReportCsv({ days, missingDays }: BalanceReport, form: CsvForm): string {
  const { header, toText } = csvFile(REPORT_COLUMNS, form);
  const lines = days.flatMap(({ date, final, rows }) =>
    rows.map(
      (row): ReportLine => ({
        ...{ date, state: final ? "final" : "not_final", currency: row.currency, row },
      }),
    ),
  );
  const missing = missingDays.map((date): ReportLine => ({ date, state: "missing", currency: "" }));
  const inOrder = [...lines, ...missing].toSorted((a, b) => compareText(a.date, b.date));
  return [header, ...inOrder.map(toText)].join("");
}
