import { requireNotErased } from "../../domain/erasure.ts";
import { Failure } from "../../domain/failure.ts";
import { findMerchantOfAccount, type Merchant } from "../../ledger/merchants.ts";
import { fetchAccount, madeFor } from "../../processor/accounts.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { adoptAccount } from "./adopt-account.ts";

/**
 * Gives a merchant the account that it has connected and that the ledger has forgotten, after a restore from a backup:
 * there is no creation under way then that would let an event bring it back. The account must have been made for this
 * merchant, and neither of the two may be another's here.
 */
export async function adoptByHand(merchant: Merchant, accountId: string, change: Change): Promise<Merchant> {
  const { merchantId, account, formerAccountIds = [] } = merchant;
  requireNotErased(merchant);
  if (account && account.processorAccountId !== accountId)
    throw refusal(`The merchant has another account: ${account.processorAccountId}.`);
  if (formerAccountIds.includes(accountId))
    throw refusal(`The merchant had ${accountId}, and it was detached.`);
  const owner = await findMerchantOfAccount(accountId);
  if (owner && owner.merchantId !== merchantId) throw refusal(`${accountId} belongs to ${owner.merchantId}.`);
  const snapshot = await fetchAccount(accountId);
  if (snapshot.deauthorized) throw refusal(`The processor gives no access to ${accountId}.`);
  if (madeFor(snapshot) !== merchantId) throw refusal(`${accountId} was not made for this merchant.`);
  await recordAudit(merchantId, { action: "adopt-account", subject: accountId }, change);
  const adopted = await adoptAccount(merchantId, snapshot, change.at);
  if (adopted.account?.processorAccountId !== accountId)
    throw refusal("The merchant was given another account meanwhile.");
  return adopted;
}

const refusal = (detail: string): Failure => new Failure("invalid_request", detail);
