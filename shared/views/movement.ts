import { HIDDEN } from "../domain/events/redaction.ts";
import type { AccountingFormat, JoinedLine } from "../domain/finance/accounting.ts";
import { CHARGED_COLUMNS, type CsvColumn, type CsvForm, csvFile } from "../domain/finance/csv.ts";
import { dateOf } from "../domain/finance/day.ts";
import type { BalanceLine } from "../domain/finance/movement.ts";
import { isoTime } from "../domain/time.ts";
import { type AccountingQuery, accountingFile } from "./accounting-file.ts";

const feeOf = (line: BalanceLine): number => line.grossCents - line.netCents;

const COLUMNS: readonly CsvColumn<JoinedLine>[] = [
  { name: "date", plain: ({ at }) => dateOf(at) },
  { name: "time", plain: ({ at }) => isoTime(at).slice(11, 19) },
  { name: "kind", plain: ({ kind }) => kind },
  { name: "svcPaymentId", plain: ({ svcPaymentId }) => svcPaymentId },
  { name: "orderRef", text: ({ orderRef }) => orderRef },
  { name: "customerRef", text: ({ customerRef }) => customerRef },
  { name: "merchantsOwn", plain: ({ merchantsOwn }) => merchantsOwn },
  ...CHARGED_COLUMNS,
  { name: "exchangeRate", plain: ({ exchangeRate }) => exchangeRate },
  { name: "currency", plain: ({ currency }) => currency },
  { name: "amount", cents: ({ grossCents }) => grossCents },
  { name: "fee", cents: feeOf },
  { name: "platformFee", cents: ({ platformFeeCents }) => platformFeeCents },
  { name: "net", cents: ({ netCents }) => netCents },
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
      return toText(line.customerRef !== null && isOperator ? { ...line, customerRef: HIDDEN } : line);
    },
  };
}
