import type * as z from "zod/mini";
import type { Statement as Contract, StatementSummary } from "../contract/statements.ts";
import { CHARGED_COLUMNS, type CsvColumn, type CsvForm, csvFile } from "../domain/finance/csv.ts";
import type { PaymentThatDay, Statement } from "../domain/finance/statement.ts";
import { isoTime } from "../domain/time.ts";

const summaryOf = ({ date, final, generatedAt, totals, ...counts }: Statement) => ({
  date,
  final,
  generatedAt: isoTime(generatedAt),
  totals,
  matched: counts.matched,
  merchantsOwn: counts.merchantsOwn,
  unexplained: counts.unexplained,
});

export const statementSummary = (statement: Statement): z.output<typeof StatementSummary> => ({
  ...summaryOf(statement),
  differenceCount: statement.differences.length + statement.differencesOmitted,
});

export const statementView = (statement: Statement): z.output<typeof Contract> => ({
  ...summaryOf(statement),
  differences: statement.differences,
  differencesOmitted: statement.differencesOmitted,
  unreachableAccounts: statement.unreachableAccounts,
  payouts: statement.payouts,
});

/** Order and intent are joined when they are shown, so that what is erased from the payment is gone here too. */
export type OrderedPayment = PaymentThatDay & { orderRef: string | null; intentId: string | null };

const COLUMNS: readonly CsvColumn<OrderedPayment>[] = [
  { name: "svcPaymentId", plain: ({ svcPaymentId }) => svcPaymentId },
  { name: "orderRef", text: ({ orderRef }) => orderRef },
  { name: "currency", plain: ({ currency }) => currency },
  { name: "gross", cents: ({ grossCents }) => grossCents },
  { name: "refunds", cents: ({ refundsCents }) => refundsCents },
  { name: "disputes", cents: ({ disputesCents }) => disputesCents },
  { name: "platformFees", cents: ({ platformFeesCents }) => platformFeesCents },
  { name: "processorFees", cents: ({ processorFeesCents }) => processorFeesCents },
  { name: "net", cents: ({ netCents }) => netCents },
  ...CHARGED_COLUMNS,
  { name: "exchangeRate", plain: ({ exchangeRate }) => exchangeRate },
  { name: "processorReference", text: ({ intentId }) => intentId },
];

export const statementCsv = (form: CsvForm) => csvFile(COLUMNS, form);
