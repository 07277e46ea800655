import type { AccountingFormat, JoinedLine } from "../domain/finance/accounting.ts";
import { type CsvColumn, csvFile } from "../domain/finance/csv.ts";
import { dateOf } from "../domain/finance/day.ts";
import type { MovementKind } from "../domain/finance/movement.ts";
import { sha256Hex } from "../domain/id.ts";
import { unknownCursor } from "../domain/page.ts";
import { amountText } from "../domain/payments/currency.ts";
import { isoTime } from "../domain/time.ts";
import { DATEV_HEADINGS, emptyAfter } from "./datev-columns.ts";

/*
 * Balance lines in the forms that accounting software imports: as a bank account's statement for Xero and QuickBooks, as
 * bookings for DATEV. The account at the processor is the bank account. A line becomes its amount and, apart from it, its
 * fee, so the sum of a file is the sum of the lines' net. shared/contract/finance.md names the sources of the formats.
 */

export type AccountingQuery = {
  format: AccountingFormat;
  from: string;
  to: string;
  currency?: string | undefined;
  /** Consultant and client: 29098/55003. */
  datevClient?: string | undefined;
  /** Of the processor, sales, fees and money in transit: 1361,8400,4970,1360. */
  datevAccounts?: string | undefined;
};

type FileForm = { header: string; toText: (line: JoinedLine) => string };

/** `at`: when the file is made, which DATEV wants to know. */
export function accountingFile(query: AccountingQuery, at: number): FileForm {
  const { format, currency } = query;
  if (!currency)
    throw unknownCursor(`format=${format} needs currency: the file contains one currency.`, "/currency");
  const { header, toText } =
    format === "datev" ? datevFile(query, currency, at) : csvFile(format === "xero" ? XERO : QUICKBOOKS);
  return { header, toText: (line) => postingsOf(line).map(toText).join("") };
}

type Posting = JoinedLine & { cents: number; isFee: boolean };

/** Other balances than the one of payments are accounts of their own. */
function postingsOf(line: JoinedLine): Posting[] {
  if (line.kind === "other_balance") return [];
  const postings = [
    { ...line, cents: line.grossCents, isFee: false },
    { ...line, cents: line.netCents - line.grossCents, isFee: true },
  ];
  return postings.filter(({ cents }) => cents !== 0);
}

const amountOf = ({ cents, currency }: Posting): string => amountText(cents, currency);

const subjectOf = ({ orderRef, svcPaymentId, sourcePayoutId }: Posting): string =>
  orderRef ?? svcPaymentId ?? sourcePayoutId ?? "";

const describe = (posting: Posting): string =>
  `${posting.isFee ? "fee of " : ""}${posting.kind.replaceAll("_", " ")} ${subjectOf(posting)}`.trim();

const dayFirst = ({ at }: Posting): string => dateOf(at).split("-").reverse().join("/");

const monthFirst = (posting: Posting): string => {
  const [day, month, year] = dayFirst(posting).split("/");
  return `${month}/${day}/${year}`;
};

const XERO: readonly CsvColumn<Posting>[] = [
  { name: "*Date", plain: dayFirst },
  { name: "*Amount", plain: amountOf },
  { name: "Payee", text: ({ customerRef }) => customerRef },
  { name: "Description", text: describe },
  { name: "Reference", text: ({ transactionId }) => transactionId },
];

const QUICKBOOKS: readonly CsvColumn<Posting>[] = [
  { name: "Date", plain: monthFirst },
  { name: "Description", text: describe },
  { name: "Amount", plain: amountOf },
];

function datevFile({ from, to, datevClient, datevAccounts }: AccountingQuery, currency: string, at: number) {
  const [consultant, client] = datevClient?.split("/") ?? [];
  const accounts = datevAccounts?.split(",") ?? [];
  const [own = "", sales, fees, transit] = accounts;
  if (!client) throw unknownCursor("format=datev needs datevClient, such as 29098/55003.", "/datevClient");
  if (!transit)
    throw unknownCursor("format=datev needs datevAccounts, such as 1361,8400,4970,1360.", "/datevAccounts");
  // The header says how many digits an account has; to DATEV one digit more means a debtor or creditor.
  if (accounts.some(({ length }) => length < own.length || length > own.length + 1))
    throw unknownCursor(
      "The accounts must have as many digits as the first, and debtors and creditors one more.",
      "/datevAccounts",
    );
  if (amountText(100, currency) !== "1.00")
    throw unknownCursor("format=datev takes currencies with two decimals only.", "/currency");
  const year = from.slice(0, 4);
  if (to.slice(0, 4) !== year)
    throw unknownCursor("from and to must be in one year for format=datev.", "/to");
  const compact = (text: string) => text.replace(/\D/g, "");
  const contraOf = ({ kind, isFee }: Posting) =>
    isFee ? fees : IN_TRANSIT.includes(kind) ? transit : OF_SALES.includes(kind) ? sales : fees;
  const header = [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', 13, compact(isoTime(at)), "", '""', '""', '""'],
    ...[consultant, client, `${year}0101`, own.length, compact(from), compact(to), '"Balance lines"', '""'],
    ...[1, 0, 0, `"${currency.toUpperCase()}"`, "", '""', "", "", '""', "", "", '""', '""'],
  ];
  const cellsOf = (posting: Posting) => [
    amountText(Math.abs(posting.cents), currency).replace(".", ","),
    posting.cents > 0 ? '"S"' : '"H"',
    ...['""', "", "", '""', own, contraOf(posting), '""'],
    `${dateOf(posting.at).slice(8)}${dateOf(posting.at).slice(5, 7)}`,
    `"${documentOf(posting.orderRef ?? posting.transactionId)}"`,
    ...['""', ""],
    `"${ascii(describe(posting)).replaceAll('"', "'").replaceAll(";", ",").slice(0, 60)}"`,
  ];
  const lineOf = (cells: readonly unknown[]) => `${cells.join(";")}\r\n`;
  return {
    header: lineOf(header) + lineOf(DATEV_HEADINGS.map(ascii)),
    toText: (posting: Posting) => {
      const cells = cellsOf(posting);
      return lineOf([...cells, ...emptyAfter(cells.length)]);
    },
  };
}

const DOCUMENT_CHARACTERS = 36;
const HASH_CHARACTERS = 6;

/** The column takes few characters. What is cut or replaced ends in a hash, so that different orders stay different. */
function documentOf(reference: string): string {
  const document = ascii(reference).replace(/[^\w$%/-]/g, "-");
  if (document === reference && document.length <= DOCUMENT_CHARACTERS) return document;
  const hash = sha256Hex(reference).slice(0, HASH_CHARACTERS);
  return `${document.slice(0, DOCUMENT_CHARACTERS - HASH_CHARACTERS - 1)}-${hash}`;
}

const OF_SALES: readonly MovementKind[] = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
];
const IN_TRANSIT: readonly MovementKind[] = ["payout", "payout_failure"];

/** It is read alike as Windows-1252, which DATEV expects, and as UTF-8. */
const ascii = (text: string): string =>
  text
    .replace(/[äöüß]/gi, (letter) => UMLAUTS[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]/gu, "?");

const UMLAUTS: Record<string, string> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ß: "ss" },
  ...{ Ä: "Ae", Ö: "Oe", Ü: "Ue" },
};
