import type { TimeWindow } from "../../domain/finance/time-window.ts";
import { findMerchantOfAccount } from "../../ledger/merchants.ts";
import { type EarnedFee, listEarnedFees, listFeeLines } from "../../processor/application-fees.ts";

/**
 * `sale`: fees of sales of that time, less what of them went back since, whenever that was. `cash`: what moved on the
 * platform's own balance in that time; it does not change once the time is over.
 */
export const INCOME_BASES = ["sale", "cash"] as const;
export type IncomeBasis = (typeof INCOME_BASES)[number];

/** What the platform earned by one merchant in one currency. */
export type Income = {
  /** null: an account that the ledger does not know. */
  merchantId: string | null;
  /** null: lines that the processor does not show the fee of. */
  accountId: string | null;
  currency: string;
  fees: number;
  takenCents: number;
  returnedCents: number;
  earnedCents: number;
};

export async function reportIncome(window: TimeWindow, basis: IncomeBasis = "sale"): Promise<Income[]> {
  const listPage = basis === "cash" ? listFeeLines : listEarnedFees;
  const sums = new Map<string, Income>();
  let after: string | undefined;
  do {
    const { fees, next } = await listPage(window, after);
    for (const fee of fees) {
      const key = `${fee.accountId} ${fee.currency}`;
      sums.set(key, withFee(sums.get(key), fee));
    }
    if (next !== undefined && next === after)
      throw new Error("The processor's fee list did not return a next page.");
    after = next;
  } while (after !== undefined);
  const merchants = new Map<string | null, string | null>([[null, null]]);
  for (const { accountId } of sums.values())
    if (accountId !== null && !merchants.has(accountId))
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
    fees: (sum?.fees ?? 0) + (amountCents === 0 ? 0 : 1),
    takenCents,
    returnedCents: returned,
    earnedCents: takenCents - returned,
  };
};
