import type { Merchant } from "../../../shared/ledger/merchants.ts";
import type { Measured } from "./large-day.ts";
import { ACCOUNT, DATE, enterLargeDay, heldAtMost, MERCHANT, makeUp, PAYOUT } from "./made-up.ts";

/* One statement or one payout of so many lines, in this process. It prints what was held. */
const [what = "statement", lines = "10000"] = process.argv.slice(2);
makeUp(Number(lines));
enterLargeDay();
const { makeStatement } = await import("../../../shared/flows/reconciliation/make-statement.ts");
const { composePayout } = await import("../../../shared/flows/reconciliation/compose-payout.ts");
const { createPayout, findPayout } = await import("../../../shared/ledger/payouts.ts");

const now = Date.UTC(2026, 0, 6);
const run = { now: () => now, traceId: "bench" };
const merchant = {
  ...{ merchantId: MERCHANT, account: { processorAccountId: ACCOUNT }, createdAt: 0 },
} as unknown as Merchant;

async function makeOne(): Promise<number> {
  if (what === "statement") {
    const { statement } = await makeStatement(merchant, DATE, run);
    if (statement.matched !== Number(lines)) throw new Error(`Only ${statement.matched} matched.`);
    return statement.lines.flatMap(({ chunkSizes }) => chunkSizes).reduce((sum, size) => sum + size, 0);
  }
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

const startedAt = performance.now();
const written = await makeOne();
if (written < Number(lines)) throw new Error(`Only ${written} lines were written.`);
const measured: Measured = {
  lines: Number(lines),
  heapMegabytes: heldAtMost() / 1e6,
  residentMegabytes: process.resourceUsage().maxRSS / 1024,
  seconds: (performance.now() - startedAt) / 1000,
};
console.log(JSON.stringify(measured));
process.exit(0);
