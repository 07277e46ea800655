import type { TimeWindow } from "../../domain/finance/time-window.ts";
import { findMerchantOfAccount } from "../../ledger/merchants.ts";
import { type EarnedFee, listEarnedFees } from "../../processor/application-fees.ts";

/** What the platform earned by one merchant in one currency: fees taken in that time, less what of them went back since. */
export type Income = {
  /** null: an account that the ledger does not know. */
  merchantId: string | null;
  accountId: string;
  currency: string;
  fees: number;
  takenCents: number;
  returnedCents: number;
  earnedCents: number;
};

export async function reportIncome(window: TimeWindow): Promise<Income[]> {
  const sums = new Map<string, Income>();
  let after: string | undefined;
  do {
    const { fees, next } = await listEarnedFees(window, after);
    for (const fee of fees) {
      const key = `${fee.accountId} ${fee.currency}`;
      sums.set(key, withFee(sums.get(key), fee));
    }
    if (next !== undefined && next === after) throw new Error("The processor's list of fees does not go on.");
    after = next;
  } while (after !== undefined);
  const merchants = new Map<string, string | null>();
  for (const { accountId } of sums.values())
    if (!merchants.has(accountId))
      merchants.set(accountId, (await findMerchantOfAccount(accountId))?.merchantId ?? null);
  return [...sums.values()].map((sum) => ({ ...sum, merchantId: merchants.get(sum.accountId) ?? null }));
}

const withFee = (
  sum: Income | undefined,
  { accountId, currency, amountCents, returnedCents }: EarnedFee,
): Income => {
  const takenCents = (sum?.takenCents ?? 0) + amountCents;
  const returned = (sum?.returnedCents ?? 0) + returnedCents;
  return {
    merchantId: null,
    accountId,
    currency,
    fees: (sum?.fees ?? 0) + 1,
    takenCents,
    returnedCents: returned,
    earnedCents: takenCents - returned,
  };
};
