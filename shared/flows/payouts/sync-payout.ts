import { isDeepStrictEqual } from "node:util";
import type { PayoutFacts } from "../../domain/finance/payout.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { createPayout, findPayout, type PayoutRecord, savePayout } from "../../ledger/payouts.ts";
import { fetchPayout } from "../../processor/payouts.ts";
import { payoutView } from "../../views/payout.ts";
import { recordUpdateEvent, type Told } from "../record-own-event.ts";
import { sync } from "../sync.ts";

export type PayoutOwner = { merchant: Merchant; accountId: string };

/** Called right before the write that changes what the merchant is shown of it. */
export const recordPayoutUpdate = (
  { merchant, accountId }: PayoutOwner,
  payoutId: string,
  told?: Told,
): Promise<{ notAfterMs?: number }> =>
  recordUpdateEvent(
    { type: "payout.updated", about: [payoutId], object: { object: "payout", id: payoutId }, accountId },
    merchant,
    told,
  );

/** `unknown`: the ledger has no record yet, which is a version too. */
type Version = { kind: "known"; record: PayoutRecord } | { kind: "unknown" };

/**
 * Brings the ledger in line with a payout. Events about it come in any order, and paid can turn into failed days later:
 * so the payout itself is asked for, always. The write that sees that the processor knows all that is in it puts it on
 * the due list, whose visit has it read. `told`: whom an event with a callback tells it.
 */
export async function syncPayout(
  owner: PayoutOwner,
  payoutId: string,
  at: number,
  { told }: { told?: Told } = {},
): Promise<{ before: PayoutRecord | undefined; now: PayoutRecord }> {
  const { merchantId } = owner.merchant;
  const read = await readVersion(merchantId, payoutId);
  const { record: synced } = await sync<Version, PayoutFacts>(read, {
    fetch: () => fetchPayout(owner.accountId, payoutId),
    write: async (current, facts) => {
      const isNews = current.kind === "unknown" || isOtherPicture(current.record, facts);
      const inTime = isNews ? await recordPayoutUpdate(owner, payoutId, told) : {};
      const record =
        current.kind === "known"
          ? await savePayout(current.record, facts, at, inTime)
          : await createPayout(merchantId, facts, at, inTime);
      return record && { kind: "known", record };
    },
    readAgain: () => readVersion(merchantId, payoutId),
    tooFast: "The payout keeps changing. Retry shortly.",
  });
  if (synced.kind === "unknown") throw new Error("A payout was saved but cannot be found.");
  return { before: read.kind === "known" ? read.record : undefined, now: synced.record };
}

const isOtherPicture = (record: PayoutRecord, facts: PayoutFacts): boolean =>
  !isDeepStrictEqual(payoutView(record), payoutView({ ...record, facts }));

async function readVersion(merchantId: string, payoutId: string): Promise<Version> {
  const record = await findPayout(merchantId, payoutId);
  return record ? { kind: "known", record } : { kind: "unknown" };
}
