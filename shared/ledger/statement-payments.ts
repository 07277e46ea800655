import { gunzipSync, gzipSync } from "node:zlib";
import { STATEMENT_TTL_SECONDS } from "../domain/finance/day.ts";
import type { PaymentChunks, PaymentThatDay, Statement } from "../domain/finance/statement.ts";
import { expiryAt } from "../domain/time.ts";
import { getItem, putNewItem } from "./client.ts";
import { type Key, statementPaymentsKey } from "./table.ts";

type ChunkItem = Key & { merchantId: string; bytes: Uint8Array; expiresAt: number };

/** An item holds 400 KB, and one payment is far below 1 KB. */
const PER_CHUNK = 300;

/** `run`: a name that nothing else uses. Only those chunks count that the statement names. */
export async function savePaymentsThatDay(
  { merchantId, date, at }: { merchantId: string; date: string; at: number },
  run: string,
  payments: PaymentThatDay[],
): Promise<PaymentChunks> {
  const expiresAt = expiryAt(at, STATEMENT_TTL_SECONDS);
  const chunkSizes: number[] = [];
  for (let start = 0; start < payments.length; start += PER_CHUNK) {
    const chunk = payments.slice(start, start + PER_CHUNK);
    const item: ChunkItem = {
      ...statementPaymentsKey(merchantId, date, run, chunkSizes.length),
      merchantId,
      bytes: gzipSync(JSON.stringify(chunk)),
      expiresAt,
    };
    await putNewItem(item);
    chunkSizes.push(chunk.length);
  }
  return { run, chunkSizes };
}

/** undefined: it is no longer kept. */
export async function findPaymentsThatDay(
  { merchantId, date }: Statement,
  run: string,
  nth: number,
): Promise<PaymentThatDay[] | undefined> {
  const item = await getItem<ChunkItem>(statementPaymentsKey(merchantId, date, run, nth));
  return item && JSON.parse(gunzipSync(item.bytes).toString("utf8"));
}
