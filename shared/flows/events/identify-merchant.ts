import { accountsOf } from "../../domain/finance/reconciliation.ts";
import { findAccountCreation } from "../../ledger/accounts.ts";
import { findMerchantOfAccount, type Merchant } from "../../ledger/merchants.ts";
import { fetchAccount, madeFor } from "../../processor/accounts.ts";
import { adoptAccount } from "../onboarding/adopt-account.ts";

export type AccountOwner = { kind: "merchant"; merchant: Merchant } | { kind: "unknown" };

/**
 * Whose account an event came from. The event may overtake the creation that it tells of, or outlive it: what the
 * creation has not written down yet is written here, so that the merchant that is answered has its account. A detached
 * account still has its merchant, and is not given back to it by any event.
 */
export async function identifyMerchant(accountId: string, at: number): Promise<AccountOwner> {
  const linked = await findMerchantOfAccount(accountId);
  if (linked?.account || linked?.formerAccountIds?.includes(accountId)) return ownerOf(accountId, linked);
  const snapshot = await fetchAccount(accountId);
  if (linked) return ownerOf(accountId, await adoptAccount(linked.merchantId, snapshot, at));
  const merchantId = madeFor(snapshot);
  // Metadata alone proves nothing: only a merchant that is having an account made can be given this one.
  const creation = merchantId ? await findAccountCreation(merchantId) : undefined;
  if (!creation) return { kind: "unknown" };
  if (creation.state !== "claimed") return lookAgain(accountId);
  return ownerOf(accountId, await adoptAccount(creation.merchantId, snapshot, at));
}

/**
 * A creation that was repeated under a new key may have made two accounts, and whoever adopts one links it before it is
 * attached. So a link alone proves nothing: the account that the merchant was not given is nobody's.
 */
const ownerOf = (accountId: string, merchant: Merchant): AccountOwner =>
  accountsOf(merchant).includes(accountId) ? { kind: "merchant", merchant } : { kind: "unknown" };

/** The creation may have ended since its link was looked for: then the link is there now. */
async function lookAgain(accountId: string): Promise<AccountOwner> {
  const linked = await findMerchantOfAccount(accountId);
  return linked ? ownerOf(accountId, linked) : { kind: "unknown" };
}
