import { Failure } from "../../domain/failure.ts";
import { requireAccountId } from "../../domain/onboarding.ts";
import { findAccountCreation, freeAccountCreation, saveDetachment } from "../../ledger/accounts.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { tellAccount } from "./sync-account.ts";

const MAX_TRIES = 5;

/**
 * Takes its account away from a merchant, so that it can have another: free the claim under which the account was made →
 * take the account off the merchant. Both steps can be repeated; until the last one the merchant has its account, so after a
 * crash the command is repeated. The account's link stays for late events.
 *
 * The claim is read before the merchant: while the merchant still has this account, no request can have begun the next
 * creation, so the claim that was read is this account's own, and freeing it on what was read frees no other.
 */
export async function detachAccount(merchant: Merchant, change: Change): Promise<Merchant> {
  const { merchantId } = merchant;
  const processorAccountId = requireAccountId(merchant);
  await recordAudit(merchantId, { action: "detach-account", subject: processorAccountId }, change);
  const creation = await findAccountCreation(merchantId);
  const current = (await findMerchant(merchantId)) ?? merchant;
  if (current.account?.processorAccountId !== processorAccountId) return current;
  if (creation) await freeAccountCreation(creation, change.at);
  return takeOff(current, processorAccountId);
}

/** The account may change meanwhile. What is told has the version of the write. */
async function takeOff(merchant: Merchant, processorAccountId: string): Promise<Merchant> {
  const { merchantId } = merchant;
  let current: Merchant | undefined = merchant;
  for (let tries = 0; tries < MAX_TRIES && current; tries++) {
    const { account }: Merchant = current;
    if (account?.processorAccountId !== processorAccountId) return current;
    const detached = await tellAccount(merchantId, account, (inTime) =>
      saveDetachment(merchantId, account, inTime),
    );
    if (detached) return detached;
    current = await findMerchant(merchantId);
  }
  throw new Failure("service_unavailable", "The account keeps changing. Retry shortly.", {
    retryAfterSeconds: 1,
  });
}
