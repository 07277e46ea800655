import { type AccountSnapshot, projectAccount } from "../../domain/onboarding.ts";
import { attachAccount } from "../../ledger/accounts.ts";
import { linkAccount, type Merchant } from "../../ledger/merchants.ts";
import { log } from "../../runtime/logger.ts";
import type { InTime } from "../sync.ts";

/** The link first, so that the account's events find the merchant. Both writes may be repeated. */
export async function adoptAccount(
  merchantId: string,
  snapshot: AccountSnapshot,
  at: number,
  inTime: InTime = {},
): Promise<Merchant> {
  const { accountId } = snapshot;
  await linkAccount(accountId, merchantId, at);
  const account = { processorAccountId: accountId, ...projectAccount(snapshot) };
  const merchant = await attachAccount(merchantId, account, inTime);
  if (merchant.account?.processorAccountId !== accountId)
    log("error", "a merchant has another account than the one that was made for it", { merchantId });
  return merchant;
}
