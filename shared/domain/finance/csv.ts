import { Failure } from "../failure.ts";
import { amountText } from "../payments/currency.ts";
import { isoTime } from "../time.ts";
import { dateOf } from "./day.ts";
import type { BalanceLine } from "./movement.ts";

/**
 * A column of a file for spreadsheets. `text` is what people have written, `plain` is ours, and an amount becomes two
 * columns: its cents, and its decimal number by the one table of currencies. It is in the row's currency unless told.
 */
export type CsvColumn<Row> =
  | { name: string; text: (row: Row) => string | null }
  | { name: string; plain: (row: Row) => string | number | boolean | null }
  | { name: string; cents: (row: Row) => number | null; in?: (row: Row) => string | null };

/** What the customer was charged or given back, beside what was settled. */
export const CHARGED_COLUMNS = [
  { name: "chargeCurrency", plain: ({ chargeCurrency }) => chargeCurrency },
  { name: "charged", cents: ({ chargedCents }) => chargedCents, in: ({ chargeCurrency }) => chargeCurrency },
] as const satisfies readonly CsvColumn<Pick<BalanceLine, "chargedCents" | "chargeCurrency">>[];

/** Of every line, in every file. The four fees are apart: gross less all of them is net. */
export const LINE_COLUMNS = [
  { name: "date", plain: ({ at }) => dateOf(at) },
  { name: "time", plain: ({ at }) => isoTime(at).slice(11, 19) },
  { name: "kind", plain: ({ kind }) => kind },
  { name: "svcPaymentId", plain: ({ svcPaymentId }) => svcPaymentId },
  { name: "orderRef", text: ({ orderRef }) => orderRef },
  { name: "metadata", text: ({ metadata }) => metadata && JSON.stringify(metadata) },
  { name: "merchantsOwn", plain: ({ merchantsOwn }) => merchantsOwn },
  ...CHARGED_COLUMNS,
  { name: "exchangeRate", plain: ({ exchangeRate }) => exchangeRate },
  { name: "currency", plain: ({ currency }) => currency },
  { name: "gross", cents: ({ grossCents }) => grossCents },
  { name: "platformFee", cents: ({ platformFeeCents }) => platformFeeCents },
  { name: "otherFees", cents: ({ otherFeesCents }) => otherFeesCents },
  { name: "processorFee", cents: ({ processorFeeCents }) => processorFeeCents },
  { name: "tax", cents: ({ taxCents }) => taxCents },
  { name: "net", cents: ({ netCents }) => netCents },
] as const satisfies readonly CsvColumn<
  BalanceLine & { orderRef: string | null; metadata: Record<string, string> | null }
>[];

/** How a file is written. `excel`: it opens with a double click, and what people have written stays text. */
export type CsvForm = {
  format?: "csv" | "excel" | undefined;
  separator?: "," | ";" | "tab" | undefined;
  decimal?: "point" | "comma" | undefined;
};

/** RFC 4180, with a header line. */
export function csvFile<Row extends { currency: string }>(
  columns: readonly CsvColumn<Row>[],
  { format = "csv", separator = ",", decimal = "point" }: CsvForm = {},
): { header: string; toText: (row: Row) => string } {
  const isForExcel = format === "excel";
  const names = columns.flatMap((column) =>
    "cents" in column ? [`${column.name}Cents`, column.name] : column.name,
  );
  const lineOf = (cells: readonly string[]) =>
    `${cells.map(quoted).join(separator === "tab" ? "\t" : separator)}\r\n`;

  const marked = (number: string) => (decimal === "comma" ? number.replace(".", ",") : number);

  function cellsOf(column: CsvColumn<Row>, row: Row): string[] {
    if ("text" in column) return [harmless(column.text(row) ?? "", isForExcel)];
    if ("plain" in column) {
      const value = column.plain(row);
      return [typeof value === "number" ? marked(String(value)) : String(value ?? "")];
    }
    const cents = column.cents(row);
    if (cents === null) return ["", ""];
    // Also a negative number stays a number.
    return [String(cents), marked(amountText(cents, column.in?.(row) ?? row.currency))];
  }

  return {
    header: `${isForExcel ? BYTE_ORDER_MARK : ""}${lineOf(names)}`,
    toText: (row) => lineOf(columns.flatMap((column) => cellsOf(column, row))),
  };
}

/** By it Excel knows that the file is UTF-8. */
const BYTE_ORDER_MARK = "\u{feff}";

/** The first visible character is one by which a spreadsheet knows a formula, also in its full-width form. */
const FORMULA = /^[\s\p{C}\p{Z}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Excel would make a number or a date of it: 00123, 1e5, 3-4. */
const LIKE_A_NUMBER = /^[\s\d.,:/e+-]*\d[\s\d.,:/e+%-]*$/i;

/** An apostrophe in front says that it is text. */
const harmless = (text: string, isForExcel: boolean): string =>
  FORMULA.test(text) || (isForExcel && LIKE_A_NUMBER.test(text)) ? `'${text}` : text;

/** Also where it has another separator than this file's: a spreadsheet may take that one, by its country. */
const quoted = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** The most that goes into one file: its bytes must fit into one answer. */
export const MAX_FILE_LINES = 20_000;

/** Lambda answers at most 6 MB. */
export const MAX_FILE_BYTES = 5_500_000;

export const tooManyLines = (): Failure =>
  new Failure(
    "too_many_lines",
    "The file would be too large. Download /v1/reports/movements.csv instead, which comes in parts.",
  );

/** A cell as RFC 4180 has it, quoted or bare, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n][^,\r\n]*)?)(,|\r?\n|$)/y;

/** The rows of a file that csvFile has written, by the names of its columns. */
export function csvRows(text: string): Record<string, string>[] {
  const [header = [], ...rows] = linesOf(text);
  return rows.map((cells) => Object.fromEntries(header.map((name, nth) => [name, cells[nth] ?? ""])));
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const [, quoted, bare = "", end] = CELL.exec(text) ?? [];
    // A stray quote: the rest cannot be parsed.
    if (end === undefined) return lines;
    line.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** A text as it was written: without the apostrophe in front of a formula. */
export const writtenText = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
