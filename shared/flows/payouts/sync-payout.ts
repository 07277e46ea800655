import type { PayoutFacts } from "../../domain/finance/payout.ts";
import { createPayout, findPayout, type PayoutRecord, savePayout } from "../../ledger/payouts.ts";
import { fetchPayout } from "../../processor/payouts.ts";
import { sync } from "../sync.ts";

export type PayoutOwner = { merchantId: string; accountId: string };

/** `unknown`: the ledger has no record yet, which is a version too. */
type Version = { kind: "known"; record: PayoutRecord } | { kind: "unknown" };

/**
 * Brings the ledger in line with a payout. Events about it come in any order, and paid can turn into failed days later:
 * so the payout itself is asked for, always. The write that sees that the processor knows all that is in it puts it on
 * the due list, whose visit has it read.
 */
export async function syncPayout(
  { merchantId, accountId }: PayoutOwner,
  payoutId: string,
  at: number,
): Promise<{ before: PayoutRecord | undefined; now: PayoutRecord }> {
  const read = await readVersion(merchantId, payoutId);
  const { record: synced } = await sync<Version, PayoutFacts>(read, {
    fetch: () => fetchPayout(accountId, payoutId),
    write: async (current, facts) => {
      const record =
        current.kind === "known"
          ? await savePayout(current.record, facts, at)
          : await createPayout(merchantId, facts, at);
      return record && { kind: "known", record };
    },
    readAgain: () => readVersion(merchantId, payoutId),
    tooFast: "The payout is changing too fast.",
  });
  if (synced.kind === "unknown") throw new Error("A payout was written, and is not known.");
  return { before: read.kind === "known" ? read.record : undefined, now: synced.record };
}

async function readVersion(merchantId: string, payoutId: string): Promise<Version> {
  const record = await findPayout(merchantId, payoutId);
  return record ? { kind: "known", record } : { kind: "unknown" };
}
