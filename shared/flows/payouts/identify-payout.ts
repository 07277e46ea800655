import type { BalanceLine } from "../../domain/finance/movement.ts";
import { lineCountOf, type PayoutFacts, type PayoutLine } from "../../domain/finance/payout.ts";
import type { TimeWindow } from "../../domain/finance/time-window.ts";
import { DAY_MS } from "../../domain/time.ts";
import { findChunk } from "../../ledger/payout-lines.ts";
import { findPayouts, listPayouts, type PayoutRecord } from "../../ledger/payouts.ts";
import { runConcurrently } from "../run-concurrently.ts";

/*
 * Nothing on a payment says which payout its charge is in: it is looked for in the payouts of two months from the
 * charge on, oldest first. A payout's chunks are in the order of time, so that in each the place is found where the charge
 * must stand if it is there, in about as many reads as the number of chunks has digits in base two, however large it is.
 */

/** A payment that is charged at all is charged by then. */
const WITHIN_MS = 30 * DAY_MS;

/** What was charged is paid out by then. A monthly payout may have missed what became available a day late. */
const LATEST_MS = 62 * DAY_MS;

/** A charge is booked when the processor tells of it, give or take this. */
const SLACK_MS = 10 * 60_000;

/** When a charge was booked that is told of so. */
export const bookedAround = (at: number): TimeWindow => ({ sinceMs: at - SLACK_MS, untilMs: at + SLACK_MS });

/** When a charge was booked that no event has reported. */
export const bookedAfter = (createdAt: number): TimeWindow => ({
  sinceMs: createdAt - SLACK_MS,
  untilMs: createdAt + WITHIN_MS,
});

const PAGE = 100;

/** A thousand payouts a month; in several currencies, and with those that the merchant asks for. */
const MAX_PAGES = 20;
const MAX_PAGES_OF_YEAR = 100;

/** More is not read for one answer. */
const MAX_READS = 1000;

/** `booked`: the times within which the charge may have been booked. */
export async function findPayoutOf(
  { merchantId, svcPaymentId }: { merchantId: string; svcPaymentId: string },
  booked: readonly TimeWindow[],
): Promise<PayoutRecord | undefined> {
  const isIt = (line: PayoutLine) => line.kind === "charge" && line.svcPaymentId === svcPaymentId;
  let readsLeft = MAX_READS;
  const chargedAt = Math.min(...booked.map(({ sinceMs }) => sinceMs)) + SLACK_MS;
  const made = { sinceMs: chargedAt, untilMs: chargedAt + LATEST_MS };
  for (const payout of await listMade(merchantId, made)) {
    const chunks = chunksOf(payout, () => readsLeft-- > 0);
    for (const window of booked) if (await holds(chunks, window, isIt)) return payout;
  }
  return undefined;
}

/** The payouts that lines are in, by balance transaction. A payout's own line is its own. */
export async function findPayoutsOfLines(
  merchantId: string,
  lines: readonly BalanceLine[],
): Promise<Map<string, PayoutFacts>> {
  const found = new Map<string, PayoutFacts>();
  if (lines.length === 0) return found;
  const wanted = new Set(lines.map(({ transactionId }) => transactionId));
  const sinceMs = lines.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY);
  const untilMs = lines.reduce((last, { at }) => Math.max(last, at), 0);
  const made = { sinceMs, untilMs: untilMs + LATEST_MS };
  const payouts = await listMade(merchantId, made, MAX_PAGES_OF_YEAR);
  await runConcurrently(payouts, async (payout) => {
    for await (const chunk of linesWithin(chunksOf(payout), { sinceMs, untilMs }))
      for (const { transactionId } of chunk)
        if (wanted.has(transactionId)) found.set(transactionId, payout.facts);
  });
  const ownLines = lines.filter(({ kind }) => kind === "payout");
  const own = await findPayouts(
    merchantId,
    ownLines.flatMap(({ sourcePayoutId }) => sourcePayoutId ?? []),
  );
  for (const { transactionId, sourcePayoutId = "" } of ownLines) {
    const facts = own.get(sourcePayoutId)?.facts;
    if (facts) found.set(transactionId, facts);
  }
  return found;
}

/** Oldest first. */
async function listMade(merchantId: string, made: TimeWindow, maxPages = MAX_PAGES): Promise<PayoutRecord[]> {
  const payouts: PayoutRecord[] = [];
  for (let page = 0; page < maxPages; page++) {
    const range = { ...made, limit: PAGE, after: payouts.at(-1)?.facts };
    const { items, hasMore } = await listPayouts(merchantId, range);
    payouts.push(...items);
    if (!hasMore) break;
  }
  return payouts.reverse();
}

/** A payout's chunks, newest first, each read once. */
type Chunks = { count: number; read: (nth: number) => Promise<PayoutLine[]> };

function chunksOf(payout: PayoutRecord, mayRead = () => true): Chunks {
  const { composed } = payout;
  if (!composed || lineCountOf(composed) === 0) return { count: 0, read: async () => [] };
  const known = new Map<number, PayoutLine[]>();
  const read = async (nth: number): Promise<PayoutLine[]> => {
    const lines =
      known.get(nth) ?? (mayRead() ? (await findChunk(payout, composed.run, nth))?.lines : undefined) ?? [];
    known.set(nth, lines);
    return lines;
  };
  return { count: composed.chunkSizes.length, read };
}

/** Whether one of the lines of that time is the one that is looked for. */
async function holds(
  chunks: Chunks,
  window: TimeWindow,
  isIt: (line: PayoutLine) => boolean,
): Promise<boolean> {
  for await (const lines of linesWithin(chunks, window)) if (lines.some(isIt)) return true;
  return false;
}

/** The chunks that have lines of that time, and perhaps one more. */
async function* linesWithin(
  { count, read }: Chunks,
  { sinceMs, untilMs }: TimeWindow,
): AsyncGenerator<PayoutLine[], void> {
  // The newest chunk that reaches back into that time: all newer ones are later.
  let [from, until] = [0, count];
  while (from < until) {
    const middle = (from + until) >> 1;
    const oldest = (await read(middle)).at(-1);
    if (oldest && oldest.at > untilMs) from = middle + 1;
    else until = middle;
  }
  for (let nth = from; nth < count; nth++) {
    const lines = await read(nth);
    yield lines;
    if (lines[0] && lines[0].at < sinceMs) return;
  }
}
