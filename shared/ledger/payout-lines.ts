import { gunzipSync, gzipSync } from "node:zlib";
import { LINES_LEFT_SECONDS } from "../domain/finance/day.ts";
import type { PayoutLine } from "../domain/finance/payout.ts";
import { getItem, getItems } from "./client.ts";
import { putItem, UNSEEN } from "./expressions.ts";
import type { PayoutRecord } from "./payouts.ts";
import { type Key, payoutLinesKey } from "./table.ts";

/** Up to a hundred lines as one page of the processor had them, newest first, and where the next page begins. */
export type PayoutChunk = { lines: PayoutLine[]; next?: string | undefined };

type ChunkItem = Key & { merchantId: string; bytes: Uint8Array; expiresAt: number };

/**
 * The first write of a chunk wins. A run that reads the same page again, because another died or is slow, continues
 * with the stored chunk. So sums and lines are always of the same reading.
 */
export async function saveChunk(
  { merchantId, facts, ...record }: PayoutRecord,
  run: string,
  { nth, chunk }: { nth: number; chunk: PayoutChunk },
): Promise<PayoutChunk> {
  const key = payoutLinesKey(merchantId, facts.payoutId, run, nth);
  const expiresAt = record.expiresAt + LINES_LEFT_SECONDS;
  const item: ChunkItem = { ...key, merchantId, bytes: gzipSync(JSON.stringify(chunk)), expiresAt };
  const outcome = await putItem(item, UNSEEN);
  return outcome.written || !outcome.existing ? chunk : chunkIn(outcome.existing);
}

export async function findChunk(
  { merchantId, facts }: PayoutRecord,
  run: string,
  nth: number,
): Promise<PayoutChunk | undefined> {
  const item = await getItem<ChunkItem>(payoutLinesKey(merchantId, facts.payoutId, run, nth));
  return item && chunkIn(item);
}

export async function findChunks(
  { merchantId, facts }: PayoutRecord,
  run: string,
  numbers: number[],
): Promise<PayoutChunk[]> {
  const keys = numbers.map((nth) => payoutLinesKey(merchantId, facts.payoutId, run, nth));
  return (await getItems<ChunkItem>(keys)).map(chunkIn);
}

const chunkIn = ({ bytes }: ChunkItem): PayoutChunk => JSON.parse(gunzipSync(bytes).toString("utf8"));
