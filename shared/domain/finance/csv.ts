import { Failure } from "../failure.ts";
import { amountText } from "../payments/currency.ts";

/**
 * A column of a file for spreadsheets. `text` is what people have written, `plain` is ours, and an amount becomes two
 * columns: its cents, and its decimal number by the one table of currencies.
 */
export type CsvColumn<Row> =
  | { name: string; text: (row: Row) => string | null }
  | { name: string; plain: (row: Row) => string | number | boolean | null }
  | { name: string; cents: (row: Row) => number };

/** RFC 4180, with a header line. */
export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  lineOf(
    columns.flatMap((column) => ("cents" in column ? [`${column.name}Cents`, column.name] : column.name)),
  );

export const csvLine = <Row extends { currency: string }>(
  columns: readonly CsvColumn<Row>[],
  row: Row,
): string => lineOf(columns.flatMap((column) => cellsOf(column, row)));

function cellsOf<Row extends { currency: string }>(column: CsvColumn<Row>, row: Row): string[] {
  if ("text" in column) return [harmless(column.text(row) ?? "")];
  if ("plain" in column) return [String(column.plain(row) ?? "")];
  const cents = column.cents(row);
  // Also a negative number stays a number.
  return [String(cents), amountText(cents, row.currency)];
}

/** A spreadsheet runs such a text as a formula; an apostrophe in front prevents that. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const MAX_FILE_LINES = 20_000;

/** Lambda answers at most 6 MB. */
export const MAX_FILE_BYTES = 5_500_000;

export const tooManyLines = (): Failure =>
  new Failure("too_many_lines", "The file would have too many lines. List them page by page instead.");
