import { isDeepStrictEqual } from "node:util";
import type { PayoutFacts } from "../../domain/finance/payout.ts";
import { createPayout, findPayout, type PayoutRecord, savePayout } from "../../ledger/payouts.ts";
import { fetchPayout } from "../../processor/payouts.ts";
import { payoutView } from "../../views/payout.ts";
import { type InTime, sync, tellUpdate } from "../sync.ts";

export type PayoutOwner = { merchantId: string; accountId: string };

/** Tells the payout as it stands after the write. `version`: the one that is about to change. */
export const tellPayout = <T>(
  owner: PayoutOwner,
  { payoutId, version }: { payoutId: string; version: number },
  write: (inTime: InTime) => Promise<T>,
): Promise<T> => {
  const object = { object: "payout", id: payoutId };
  return tellUpdate({ type: "payout.updated", about: [payoutId, version], object, ...owner }, write);
};

/** `unknown`: the ledger has no record yet, which is a version too. */
type Version = { kind: "known"; record: PayoutRecord } | { kind: "unknown" };

/**
 * Brings the ledger in line with a payout. Events about it come in any order, and paid can turn into failed days later:
 * so the payout itself is asked for, always. The write that sees that the processor knows all that is in it puts it on
 * the due list, whose visit has it read.
 */
export async function syncPayout(
  owner: PayoutOwner,
  payoutId: string,
  at: number,
): Promise<{ before: PayoutRecord | undefined; now: PayoutRecord }> {
  const { merchantId } = owner;
  const read = await readVersion(merchantId, payoutId);
  const { record: synced } = await sync<Version, PayoutFacts>(read, {
    fetch: () => fetchPayout(owner.accountId, payoutId),
    write: async (current, facts) => {
      const known = current.kind === "known" ? current.record : undefined;
      const save = (inTime: InTime) =>
        known ? savePayout(known, facts, at, inTime) : createPayout(merchantId, facts, at, inTime);
      const isSame = known && isDeepStrictEqual(payoutView(known), payoutView({ ...known, facts }));
      const record = isSame
        ? await save({})
        : await tellPayout(owner, { payoutId, version: known?.version ?? 0 }, save);
      return record && { kind: "known", record };
    },
    readAgain: () => readVersion(merchantId, payoutId),
    tooFast: "The payout keeps changing. Retry shortly.",
  });
  if (synced.kind === "unknown") throw new Error("A payout was saved but cannot be found.");
  return { before: read.kind === "known" ? read.record : undefined, now: synced.record };
}

async function readVersion(merchantId: string, payoutId: string): Promise<Version> {
  const record = await findPayout(merchantId, payoutId);
  return record ? { kind: "known", record } : { kind: "unknown" };
}
