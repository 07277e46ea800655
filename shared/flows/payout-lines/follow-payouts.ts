import { isToBeFollowed, PAYOUT_REACH_MS } from "../../domain/finance/payout.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPayouts } from "../../ledger/payouts.ts";
import { listPayouts } from "../../processor/payouts.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { followAccount, type Puller } from "../missed-events/follow-account.ts";
import { upsertPayoutAttention } from "../payouts/record-failed-payout.ts";
import { syncPayout } from "../payouts/sync-payout.ts";

/** No account has ten thousand payouts in a month. */
const MAX_PAGES = 100;

/** Each day, for what no event has told: the account itself, and its payouts. */
export async function followDaily(merchant: Merchant, accountId: string, puller: Puller): Promise<void> {
  // It may have been erased since the clock has asked.
  if (merchant.erasedAt !== undefined) return;
  await followAccount({ merchantId: merchant.merchantId, accountId }, puller);
  await followPayouts(merchant, accountId, puller.now());
}

/**
 * The daily look at an account's payouts of the last month, for what no event has told: one that the ledger does not
 * know, that has not ended or has come back since, that cannot be taken apart yet, or whose reference at the bank is still
 * to come. Answers how many were synced.
 */
export async function followPayouts(merchant: Merchant, accountId: string, at: number): Promise<number> {
  const { merchantId } = merchant;
  let synced = 0;
  let after: string | undefined;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const { payouts, next } = await listPayouts(accountId, at - PAYOUT_REACH_MS, after);
      const known = await findPayouts(
        merchantId,
        payouts.map(({ payoutId }) => payoutId),
      );
      for (const { payoutId, status } of payouts) {
        const record = known.get(payoutId);
        const isKnown = record?.facts.status === status && !isToBeFollowed(record.facts, record.composed);
        const now = isKnown
          ? record
          : (await syncPayout({ merchantId: merchant.merchantId, accountId }, payoutId, at)).now;
        // Also of one that is known: the look that has seen it fail may have died before it was written down.
        await upsertPayoutAttention(now, at);
        if (!isKnown) synced++;
      }
      if (next === undefined) return synced;
      after = next;
    }
  } catch (error) {
    // A lost account has nothing more to tell. Anything else passes, and is tried again until a person is called.
    if ((await classifyReadFailure(error, accountId)).kind === "out_of_reach") return synced;
    throw error;
  }
  throw new Error("A list of an account's payouts does not end.");
}
