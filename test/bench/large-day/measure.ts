import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { downloadDay } from "./download.ts";
import type { Measurable, Measured } from "./large-day.ts";
import { ACCOUNT, DATE, enterLargeDay, forgetHeld, heldAtMost, MERCHANT, makeUp } from "./made-up.ts";

/* One statement or download of so many lines, in this process. It prints what was held. */
const [, , what = "statement", lines = "10000"] = process.argv as [string, string, Measurable?, string?];
makeUp(Number(lines));
enterLargeDay();
const { makeStatement } = await import("../../../shared/flows/statements/make-statement.ts");

const now = Date.UTC(2026, 0, 6);
const run = { now: () => now, traceId: "bench" };
const merchant = {
  ...{ merchantId: MERCHANT, account: { processorAccountId: ACCOUNT }, createdAt: 0 },
} as unknown as Merchant;

async function makeDay(): Promise<number> {
  const { statement } = await makeStatement(merchant, DATE, run);
  if (statement.matched !== Number(lines)) throw new Error(`Only ${statement.matched} matched.`);
  return statement.lines.flatMap(({ chunkSizes }) => chunkSizes).reduce((sum, size) => sum + size, 0);
}

// What is downloaded is stored first, and does not count.
const stored = what === "download" ? await makeDay() : 0;
forgetHeld();
const startedAt = performance.now();
const done = await { statement: makeDay, download: downloadDay }[what]();
if (done < Math.max(Number(lines), stored)) throw new Error(`Only ${done} lines were written or read.`);
const measured: Measured = {
  lines: Number(lines),
  heapMegabytes: heldAtMost() / 1e6,
  residentMegabytes: process.resourceUsage().maxRSS / 1024,
  seconds: (performance.now() - startedAt) / 1000,
};
console.log(JSON.stringify(measured));
process.exit(0);
