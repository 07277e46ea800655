import { HIDDEN } from "../domain/events/redaction.ts";
import type { AccountingFormat, JoinedLine } from "../domain/finance/accounting.ts";
import { type CsvColumn, type CsvForm, csvFile, LINE_COLUMNS } from "../domain/finance/csv.ts";
import { dateOf } from "../domain/finance/day.ts";
import { type AccountingQuery, accountingFile } from "./accounting-file.ts";

const COLUMNS: readonly CsvColumn<JoinedLine>[] = [
  ...LINE_COLUMNS,
  { name: "customerRef", text: ({ customerRef }) => customerRef },
  {
    name: "payoutId",
    plain: ({ payout, kind, sourcePayoutId }) =>
      payout?.payoutId ?? (kind === "payout" ? (sourcePayoutId ?? null) : null),
  },
  { name: "payoutArrivesOn", plain: ({ payout }) => payout && dateOf(payout.arrivesAt) },
  { name: "payoutStatus", plain: ({ payout }) => payout?.status ?? null },
  {
    name: "returnedPayoutId",
    plain: ({ kind, sourcePayoutId }) => (kind === "payout_failure" && sourcePayoutId) || null,
  },
  { name: "processorReference", text: ({ transactionId }) => transactionId },
];

type MovementsQuery = Omit<AccountingQuery, "format"> &
  Omit<CsvForm, "format"> & { format?: CsvForm["format"] | AccountingFormat };

/** An operator's session sees no more of the customer than a redacted event shows. */
export function movementsFile({ format, ...query }: MovementsQuery, isOperator: boolean, at: number) {
  const { header, toText } =
    format === undefined || format === "csv" || format === "excel"
      ? csvFile(COLUMNS, { ...query, format })
      : accountingFile({ ...query, format }, at);
  const { currency } = query;
  return {
    header,
    toText: (line: JoinedLine) => {
      if (currency !== undefined && line.currency !== currency) return "";
      const customerRef = line.customerRef === null ? null : HIDDEN;
      return toText(isOperator ? { ...line, customerRef, metadata: null } : line);
    },
  };
}
