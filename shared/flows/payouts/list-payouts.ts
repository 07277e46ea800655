import { Failure } from "../../domain/failure.ts";
import { type Composition, chunksOfPage, lineCountOf, type PayoutLine } from "../../domain/finance/payout.ts";
import { PAYOUT_ID } from "../../domain/id-forms.ts";
import { type Page, type PageQuery, unknownCursor } from "../../domain/page.ts";
import { findPaymentRecords } from "../../ledger/payments.ts";
import { findChunks } from "../../ledger/payout-lines.ts";
import { findPayout, listPayouts as listRecords, type PayoutRecord } from "../../ledger/payouts.ts";
import type { OrderedLine } from "../../views/payout.ts";
import { type FileForm, renderFile } from "../render-file.ts";

export async function listPayouts(
  merchantId: string,
  { limit, startingAfter }: PageQuery,
): Promise<Page<PayoutRecord>> {
  const after = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  const { items, hasMore } = await listRecords(merchantId, { limit, after: after?.facts });
  return { items, hasMore, lastId: items.at(-1)?.facts.payoutId };
}

async function requireCursor(merchantId: string, payoutId: string): Promise<PayoutRecord> {
  const record = await findPayout(merchantId, payoutId);
  if (!record) throw unknownCursor("startingAfter must be the id of one of your payouts.");
  return record;
}

/** Another merchant's is as unknown as one that was never made. */
export async function getPayout(merchantId: string, payoutId: string): Promise<PayoutRecord> {
  const record = PAYOUT_ID.test(payoutId) ? await findPayout(merchantId, payoutId) : undefined;
  if (!record) throw new Failure("not_found", "There is no such payout.");
  return record;
}

/** Oldest first. Empty while nothing was read yet, or can be. */
export async function listLines(
  record: PayoutRecord,
  { limit, startingAfter = "0" }: { limit: number; startingAfter?: string | undefined },
): Promise<Page<OrderedLine>> {
  const { composed } = record;
  if (!composed) return { items: [], hasMore: false };
  const skip = Number(startingAfter);
  const items = await withOrders(record.merchantId, await readLines(record, composed, { skip, limit }));
  const end = skip + items.length;
  return { items, hasMore: end < lineCountOf(composed), lastId: String(end) };
}

/** The whole payout as text, line by line. */
export const renderLines = (record: PayoutRecord, form: FileForm<OrderedLine>): Promise<string> =>
  renderFile(form, record.composed ? lineCountOf(record.composed) : 0, linesOf(record));

const READ_AT_ONCE = 1000;

/** Page by page, while the lines are known. */
export async function* linesOf(record: PayoutRecord): AsyncGenerator<OrderedLine[]> {
  const { composed } = record;
  if (!composed) return;
  for (let skip = 0; skip < lineCountOf(composed); skip += READ_AT_ONCE) {
    const lines = await readLines(record, composed, { skip, limit: READ_AT_ONCE });
    yield withOrders(record.merchantId, lines);
  }
}

async function readLines(
  record: PayoutRecord,
  composed: Composition,
  page: { skip: number; limit: number },
): Promise<PayoutLine[]> {
  const places = chunksOfPage(composed, page);
  const chunks = await findChunks(
    record,
    composed.run,
    places.map(({ nth }) => nth),
  );
  if (chunks.length < places.length)
    throw new Failure("not_found", "The lines of this payout are no longer stored.");
  return places.flatMap(
    ({ skip, take }, index) => chunks[index]?.lines.toReversed().slice(skip, skip + take) ?? [],
  );
}

async function withOrders(merchantId: string, lines: PayoutLine[]): Promise<OrderedLine[]> {
  const payments = await findPaymentRecords(lines.flatMap(({ svcPaymentId }) => svcPaymentId ?? []));
  return lines.map((line) => {
    const payment = payments.get(line.svcPaymentId ?? "");
    const terms = payment?.merchantId === merchantId ? payment.terms : undefined;
    return { ...line, orderRef: terms?.orderRef ?? null, metadata: terms?.metadata ?? null };
  });
}
