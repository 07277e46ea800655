import { gunzipSync, gzipSync } from "node:zlib";
import { getItem, putItem } from "./client.ts";
import { type Key, statementWorkKey } from "./table.ts";

/** Whose day. */
type Day = { merchantId: string; date: string };

/** In parts, because a large day holds more than an item carries: 400 KB. `runId`: all parts are of one run. */
type Part = Key & { runId: string; parts: number; bytes: Uint8Array; expiresAt: number };

const PART_BYTES = 350 * 1024;

/** Longer than the message that asks for the statement comes back. */
const TTL_SECONDS = 2 * 86_400;

/** Keeps what the run of a statement has found when its time was used up. The later of two runs stays. */
export async function saveStatementWork(
  { merchantId, date }: Day,
  { runId, text, at }: { runId: string; text: string; at: number },
): Promise<void> {
  const bytes = gzipSync(text);
  const expiresAt = Math.floor(at / 1000) + TTL_SECONDS;
  const parts = Math.ceil(bytes.length / PART_BYTES);
  for (let nth = 0; nth < parts; nth++) {
    const part = bytes.subarray(nth * PART_BYTES, (nth + 1) * PART_BYTES);
    const item: Part = { ...statementWorkKey(merchantId, date, nth), runId, parts, bytes: part, expiresAt };
    await putItem(item, {});
  }
}

/** undefined: there is none, or not the whole of it. */
export async function findStatementWork({ merchantId, date }: Day, at: number): Promise<string | undefined> {
  const find = (nth: number) => getItem<Part>(statementWorkKey(merchantId, date, nth));
  const first = await find(0);
  if (!first || first.parts === 0 || first.expiresAt * 1000 <= at) return undefined;
  const found = [first];
  for (let nth = 1; nth < first.parts; nth++) {
    const part = await find(nth);
    if (part?.runId !== first.runId) return undefined;
    found.push(part);
  }
  return gunzipSync(Buffer.concat(found.map(({ bytes }) => bytes))).toString("utf8");
}

/** The statement is made: the next run of the same day begins afresh. */
export const dropStatementWork = ({ merchantId, date }: Day, runId: string, at: number): Promise<unknown> =>
  putItem<Part>(
    {
      ...statementWorkKey(merchantId, date, 0),
      runId,
      parts: 0,
      bytes: new Uint8Array(),
      expiresAt: Math.floor(at / 1000) + TTL_SECONDS,
    },
    {},
  );
