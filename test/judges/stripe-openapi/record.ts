import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** One exchange with the simulator, or one event that it sends. */
export type Recorded =
  | {
      kind: "answer";
      method: string;
      path: string;
      query: string;
      body: string;
      contentType: string;
      status: number;
      answer: string;
    }
  | { kind: "event"; event: string };

const FOLDER = process.env.RECORD_SIMULATOR ?? "";
const seen = new Set<string>();

/** Ids, times and amounts of time differ at every run: what differs in nothing else is the same. */
export function withoutIds(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
    .replace(/\b([a-z]+(?:_[a-z]+)*_)[A-Za-z0-9]{10,}(?:_secret_\w+)?/g, "$1<id>")
    .replace(/127\.0\.0\.1(:|%3A)\d+/g, "<host>")
    .replace(/\b\d{10,}\b/g, "<number>");
}

export function record(recorded: Recorded): void {
  const line = JSON.stringify(recorded);
  const form = withoutIds(line);
  if (seen.has(form)) return;
  seen.add(form);
  appendFileSync(join(FOLDER, `${process.pid}-${process.env.VITEST_POOL_ID ?? "0"}.jsonl`), `${line}\n`);
}
