import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { downloadDay } from "./download.ts";
import type { Measurable, Measured } from "./large-day.ts";
import { ACCOUNT, DATE, enterLargeDay, forgetHeld, heldAtMost, MERCHANT, makeUp, PAYOUT } from "./made-up.ts";

/* One statement, payout or download of so many lines, in this process. It prints what was held. */
const [, , what = "statement", lines = "10000"] = process.argv as [string, string, Measurable?, string?];
makeUp(Number(lines));
enterLargeDay();
const { makeStatement } = await import("../../../shared/flows/statements/make-statement.ts");
const { composePayout } = await import("../../../shared/flows/payout-lines/compose-payout.ts");
const { createPayout, findPayout } = await import("../../../shared/ledger/payouts.ts");

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

async function makePayout(): Promise<number> {
  const facts = {
    ...{ payoutId: PAYOUT, accountId: ACCOUNT, status: "paid", amountCents: 0, currency: "usd" },
    ...{ automatic: true, method: "standard", createdAt: now, arrivesAt: now, traceId: null },
    ...{ isTracePending: false, failureCode: null, reconciliation: "completed" as const },
  };
  await createPayout(MERCHANT, facts, now);
  await composePayout(merchant, PAYOUT, run);
  const composed = (await findPayout(MERCHANT, PAYOUT))?.composed;
  return composed?.chunkSizes.reduce((sum, size) => sum + size, 0) ?? 0;
}

// What is downloaded is stored first, and does not count.
const stored = what === "download" ? await makeDay() : 0;
forgetHeld();
const startedAt = performance.now();
const done = await { statement: makeDay, payout: makePayout, download: downloadDay }[what]();
if (done < Math.max(Number(lines), stored)) throw new Error(`Only ${done} lines were written or read.`);
const measured: Measured = {
  lines: Number(lines),
  heapMegabytes: heldAtMost() / 1e6,
  residentMegabytes: process.resourceUsage().maxRSS / 1024,
  seconds: (performance.now() - startedAt) / 1000,
};
console.log(JSON.stringify(measured));
process.exit(0);
