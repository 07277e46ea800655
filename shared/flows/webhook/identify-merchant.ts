import { findAccountCreation } from "../../ledger/accounts.ts";
import { findMerchantOfAccount, type Merchant } from "../../ledger/merchants.ts";
import { fetchAccount, madeFor } from "../../processor/accounts.ts";
import { settleAccount } from "../onboarding/adopt-account.ts";

/**
 * Whose account an event came from. The event may overtake the creation that it tells of, or outlive it: what the
 * creation has not written down yet is written here, so that the merchant that is answered has its account.
 */
export async function merchantOfAccount(accountId: string): Promise<Merchant | undefined> {
  const linked = await findMerchantOfAccount(accountId);
  if (linked?.account) return linked;
  const snapshot = await fetchAccount(accountId);
  if (linked) return settleAccount(linked.merchantId, snapshot);
  const merchantId = madeFor(snapshot);
  // Metadata alone proves nothing: only a merchant that is having an account made can be given this one.
  const creation = merchantId ? await findAccountCreation(merchantId) : undefined;
  if (creation?.state !== "claimed") return undefined;
  const settled = await settleAccount(creation.merchantId, snapshot);
  return settled.account?.processorAccountId === accountId ? settled : undefined;
}
