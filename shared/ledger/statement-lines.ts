import { gunzipSync, gzipSync } from "node:zlib";
import { LINES_LEFT_SECONDS, STATEMENT_TTL_SECONDS } from "../domain/finance/day.ts";
import type { BalanceLine } from "../domain/finance/movement.ts";
import type { LineChunks } from "../domain/finance/statement.ts";
import { getItems, putNewItem } from "./client.ts";
import { expiryAt, type Key, statementLinesKey } from "./table.ts";

type ChunkItem = Key & { merchantId: string; bytes: Uint8Array; expiresAt: number };

/** An item holds 400 KB. Packed, a line takes about 100 bytes. */
const PER_CHUNK = 300;

/** `run`: a name that nothing else uses. Only those chunks count that the statement names. */
export async function saveDayLines(
  { merchantId, date, at }: { merchantId: string; date: string; at: number },
  run: string,
  lines: BalanceLine[],
): Promise<LineChunks> {
  const expiresAt = expiryAt(at, STATEMENT_TTL_SECONDS + LINES_LEFT_SECONDS);
  const chunkSizes: number[] = [];
  for (let start = 0; start < lines.length; start += PER_CHUNK) {
    const chunk = lines.slice(start, start + PER_CHUNK);
    const item: ChunkItem = {
      ...statementLinesKey(merchantId, date, run, chunkSizes.length),
      merchantId,
      bytes: gzipSync(JSON.stringify(chunk)),
      expiresAt,
    };
    await putNewItem(item);
    chunkSizes.push(chunk.length);
  }
  return { run, chunkSizes };
}

/** Which chunk of which day. */
export type ChunkPlace = { date: string; run: string; nth: number };

/** In the order of their places. undefined: one of them is no longer stored. */
export async function findDayLines(
  merchantId: string,
  places: readonly ChunkPlace[],
): Promise<BalanceLine[][] | undefined> {
  const items = await getItems<ChunkItem>(
    places.map(({ date, run, nth }) => statementLinesKey(merchantId, date, run, nth)),
  );
  if (items.length < places.length) return undefined;
  return items.map(({ bytes }) => JSON.parse(gunzipSync(bytes).toString("utf8")));
}
