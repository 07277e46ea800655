import { requireAccountId } from "../../domain/onboarding.ts";
import { findAccountCreation, freeAccountCreation, saveDetachment } from "../../ledger/accounts.ts";
import { findMerchant, type Merchant, markAccountDetached } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/**
 * Takes its account away from a merchant, so that it can have another: mark the link → free the claim under which the
 * account was made → take the account off the merchant. Every step can be repeated; until the last one the merchant has
 * its account, so after a crash the command is repeated.
 *
 * The claim is read before the merchant: while the merchant still has this account, no request can have begun the next
 * creation, so the claim that was read is this account's own, and freeing it on what was read frees no other.
 */
export async function detachAccount(merchant: Merchant, change: Change): Promise<Merchant> {
  const { merchantId } = merchant;
  const processorAccountId = requireAccountId(merchant);
  await recordAudit(merchantId, { action: "detach-account", subject: processorAccountId }, change);
  const creation = await findAccountCreation(merchantId);
  const current = await findMerchant(merchantId);
  if (current && current.account?.processorAccountId !== processorAccountId) return current;
  await markAccountDetached({ processorAccountId, merchantId }, change.at);
  if (creation) await freeAccountCreation(creation, change.at);
  return saveDetachment(merchantId, processorAccountId);
}
