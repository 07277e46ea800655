import { requireNotErased } from "../../domain/erasure.ts";
import { Failure } from "../../domain/failure.ts";
import { type AccountSnapshot, projectAccount } from "../../domain/onboarding.ts";
import { reattachAccount } from "../../ledger/accounts.ts";
import { findMerchantOfAccount, linkAccount, type Merchant } from "../../ledger/merchants.ts";
import { fetchAccount, fetchOwner } from "../../processor/accounts.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import type { InTime } from "../sync.ts";
import { adoptAccount } from "./adopt-account.ts";
import { tellAccount } from "./sync-account.ts";

/**
 * Gives a merchant the account that it has connected and that the ledger has forgotten, after a restore from a backup:
 * there is no creation under way then that would let an event bring it back. Or one that was detached and can be reached
 * again: it may only have seemed lost, as to a key of another platform, when its merchant asked for an account. The account
 * must have been made for this merchant, and neither of the two may be another's here.
 */
export async function adoptByHand(merchant: Merchant, accountId: string, change: Change): Promise<Merchant> {
  const { merchantId, account, formerAccountIds = [] } = merchant;
  requireNotErased(merchant);
  if (account && account.processorAccountId !== accountId)
    throw rejection(`The merchant has another account: ${account.processorAccountId}.`);
  const owner = await findMerchantOfAccount(accountId);
  if (owner && owner.merchantId !== merchantId)
    throw rejection(`${accountId} belongs to ${owner.merchantId}.`);
  const snapshot = await fetchAccount(accountId);
  if (snapshot.deauthorized) throw rejection(`The processor denies access to ${accountId}.`);
  if ((await fetchOwner(snapshot)) !== merchantId)
    throw rejection(`${accountId} was not made for this merchant.`);
  await recordAudit(merchantId, { action: "adopt-account", subject: accountId }, change);
  // What became of a detached account was told to nobody.
  const given = { processorAccountId: accountId, version: 0 };
  const adopt = formerAccountIds.includes(accountId) ? takeBack : adoptAccount;
  const adopted = await tellAccount(merchantId, given, (inTime) =>
    adopt(merchantId, snapshot, change.at, inTime),
  );
  if (adopted.account?.processorAccountId !== accountId)
    throw rejection("The merchant got another account at the same time.");
  return adopted;
}

/** Until the last step it is a former account as before, so after a crash the command is repeated. */
async function takeBack(
  merchantId: string,
  snapshot: AccountSnapshot,
  at: number,
  inTime: InTime,
): Promise<Merchant> {
  const processorAccountId = snapshot.accountId;
  await linkAccount(processorAccountId, merchantId, at);
  return reattachAccount(merchantId, { processorAccountId, ...projectAccount(snapshot) }, inTime);
}

const rejection = (detail: string): Failure => new Failure("invalid_request", detail);
