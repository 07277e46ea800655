import { isDeepStrictEqual } from "node:util";
import {
  type AccountSnapshot,
  type ConnectedAccount,
  type OnboardingStatus,
  onboardingOf,
  projectAccount,
  requireAccount,
} from "../../domain/onboarding.ts";
import { saveAccountState } from "../../ledger/accounts.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { fetchAccount } from "../../processor/accounts.ts";
import { log } from "../../runtime/logger.ts";
import { type InTime, sync, tellUpdate } from "../sync.ts";

/**
 * Brings a merchant's onboarding state in line with the processor: see sync. The given merchant is the version read.
 * `isTold`: whether the processor's event that caused it tells it, asked right before the write. Otherwise an
 * `account.updated` of our own does.
 */
export async function syncAccount(merchant: Merchant, { isTold = NOT_TOLD } = {}): Promise<Merchant> {
  const { processorAccountId } = requireAccount(merchant);
  const { record: synced } = await sync<Merchant, AccountSnapshot>(merchant, {
    fetch: () => fetchAccount(processorAccountId),
    write: async (current, snapshot) => {
      const { account } = current;
      // The account was detached meanwhile: nothing of it is the merchant's state any more.
      if (account?.processorAccountId !== processorAccountId) return current;
      const state = projectAccount(snapshot, account);
      const save = (inTime: InTime) => saveAccountState(merchant.merchantId, account, state, inTime);
      const isSame = isDeepStrictEqual(onboardingOf(account), onboardingOf({ ...account, ...state }));
      return isSame || (await isTold()) ? save({}) : tellAccount(merchant.merchantId, account, save);
    },
    readAgain: () => findMerchant(merchant.merchantId),
    tooFast: "The account keeps changing. Retry shortly.",
  });
  logMove(merchant.merchantId, statusOf(merchant), statusOf(synced));
  return synced;
}

const NOT_TOLD = async () => false;

/** Tells the account as it stands after the write. */
export const tellAccount = <T>(
  merchantId: string,
  { processorAccountId: id, version }: Pick<ConnectedAccount, "processorAccountId" | "version">,
  write: (inTime: InTime) => Promise<T>,
): Promise<T> => {
  const about = [id, version];
  const object = { object: "account", id };
  return tellUpdate({ type: "account.updated", about, object, merchantId, accountId: id }, write);
};

const statusOf = ({ account }: Merchant): OnboardingStatus => onboardingOf(account).onboardingStatus;

/** A merchant that can no longer take charges will ask why; here is when. */
function logMove(merchantId: string, fromStatus: OnboardingStatus, toStatus: OnboardingStatus): void {
  if (fromStatus !== toStatus)
    log("info", "a merchant's onboarding moved", { merchantId, fromStatus, toStatus });
}
