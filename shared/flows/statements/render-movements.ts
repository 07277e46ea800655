import type { JoinedLine } from "../../domain/finance/accounting.ts";
import { MAX_FILE_BYTES, MAX_FILE_LINES } from "../../domain/finance/csv.ts";
import { dateOf, requireDates } from "../../domain/finance/day.ts";
import type { PayoutFacts } from "../../domain/finance/payout.ts";
import { type FilePart, unknownCursor } from "../../domain/page.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecords } from "../../ledger/payments.ts";
import { listStatementLines, type StatementLines } from "../../ledger/statements.ts";
import { findPayoutsOfLines } from "../payouts/identify-payout.ts";
import { bytesOnWire, type FileForm } from "../render-file.ts";
import { listDayLines, type PlacedLine } from "./list-day-lines.ts";

/*
 * All balance lines of a time range as one file, part by part. The lines are those that the statements' work has stored,
 * so a day in the file is that day's statement. Order and customer are joined when they are read, so that what is erased
 * is gone here too; so is the payout, which is known days after the line.
 *
 * A part says where the next one begins: the day, the place among its lines, and which making of its statement that was.
 * A day that was made again meanwhile has other lines, and going on in its middle would repeat or miss some: it is
 * rejected, and the download begins again.
 */

export type MovementRange = {
  from: string;
  to: string;
  after?: string | undefined;
  format?: string | undefined;
};

/** DATEV imports a file only by this beginning of its name. */
const nameOf = ({ from, to, format }: MovementRange): string =>
  `${format === "datev" ? "EXTF_" : ""}movements-${from}-${to}.csv`;

export async function renderMovements(
  merchant: Merchant,
  range: MovementRange,
  form: FileForm<JoinedLine>,
): Promise<FilePart> {
  const { merchantId } = merchant;
  const dates = requireDates(range);
  const days = await listStatementLines(merchantId, range.from, range.to);
  const place = range.after === undefined ? undefined : requirePlace(range.after, days);
  const left = place ? days.filter(({ date }) => date >= place.date) : days;
  const read = await readLines(merchantId, left, place?.nth);
  const lines = read.slice(0, MAX_FILE_LINES);
  const payouts = await findPayoutsOfLines(merchantId, lines);
  const { texts, count } = await renderLines(merchantId, lines, { form, payouts });
  const next = read[count];
  return {
    name: nameOf(range),
    text: `${place ? "" : form.header}${texts.join("")}`,
    ...(next && { after: placeText(next, days) }),
    lineCount: days.flatMap(sizesOf).reduce((sum, size) => sum + size, 0),
    missingDays: missingDays(dates, days, merchant),
    notFinalDays: days.filter(({ final }) => !final).map(({ date }) => date),
  };
}

/** A merchant has no day before it came. */
function missingDays(dates: string[], days: StatementLines[], { createdAt }: Merchant): string[] {
  const made = new Set(days.map(({ date }) => date));
  return dates.filter((date) => date >= dateOf(createdAt) && !made.has(date));
}

const sizesOf = ({ lines }: StatementLines): number[] => lines.flatMap(({ chunkSizes }) => chunkSizes);

type Place = { date: string; nth: number };

const placeText = ({ date, nth }: Place, days: StatementLines[]): string =>
  `${date}.${nth}.${days.find((day) => day.date === date)?.generatedAt}`;

function requirePlace(after: string, days: StatementLines[]): Place {
  const [date = "", nth, generatedAt] = after.split(".");
  const day = days.find((one) => one.date === date);
  // At the beginning of a day nothing of it was read yet.
  if (!day || (nth !== "0" && String(day.generatedAt) !== generatedAt))
    throw unknownCursor(
      `The statement of ${date} was created again during the download. Download again from ${date}.`,
      "/after",
    );
  return { date, nth: Number(nth) };
}

/** If there is more than a part may have, at least one line of it. */
async function readLines(merchantId: string, days: StatementLines[], skip = 0): Promise<PlacedLine[]> {
  const lines: PlacedLine[] = [];
  for await (const read of listDayLines(merchantId, days, skip)) {
    lines.push(...read);
    if (lines.length > MAX_FILE_LINES) break;
  }
  return lines;
}

const READ_AT_ONCE = 1000;

/** As many as fit into an answer, in the order of time. `count`: how many of the lines that is. */
async function renderLines(
  merchantId: string,
  lines: PlacedLine[],
  { form, payouts }: { form: FileForm<JoinedLine>; payouts: Map<string, PayoutFacts> },
): Promise<{ texts: string[]; count: number }> {
  const rendered: { line: PlacedLine; text: string }[] = [];
  let bytes = 0;
  for (let start = 0; start < lines.length; start += READ_AT_ONCE) {
    for (const line of await withOrders(merchantId, lines.slice(start, start + READ_AT_ONCE), payouts)) {
      const text = form.toText(line);
      bytes += bytesOnWire(text);
      if (bytes > MAX_FILE_BYTES) return { texts: inOrder(rendered), count: rendered.length };
      rendered.push({ line, text });
    }
  }
  return { texts: inOrder(rendered), count: rendered.length };
}

/** Lines are stored about in the order of time: within an hour the processor lists the newest first. */
const inOrder = (rendered: { line: PlacedLine; text: string }[]): string[] =>
  rendered.toSorted((a, b) => a.line.at - b.line.at).map(({ text }) => text);

async function withOrders(
  merchantId: string,
  lines: PlacedLine[],
  payouts: Map<string, PayoutFacts>,
): Promise<(JoinedLine & PlacedLine)[]> {
  const records = await findPaymentRecords(lines.flatMap(({ svcPaymentId }) => svcPaymentId ?? []));
  return lines.map((line) => {
    const record = records.get(line.svcPaymentId ?? "");
    const terms = record?.merchantId === merchantId ? record.terms : undefined;
    const payout = payouts.get(line.transactionId);
    return {
      ...line,
      orderRef: terms?.orderRef ?? null,
      metadata: terms?.metadata ?? null,
      customerRef: terms?.customerRef ?? null,
      payout: payout ?? null,
    };
  });
}
