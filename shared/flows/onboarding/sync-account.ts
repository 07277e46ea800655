import { isDeepStrictEqual } from "node:util";
import {
  type AccountSnapshot,
  type OnboardingStatus,
  onboardingOf,
  projectAccount,
  requireAccount,
} from "../../domain/onboarding.ts";
import { saveAccountState } from "../../ledger/accounts.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { fetchAccount } from "../../processor/accounts.ts";
import { log } from "../../runtime/logger.ts";
import { recordUpdateEvent, type Told } from "../record-own-event.ts";
import { sync } from "../sync.ts";

/**
 * Brings a merchant's onboarding state in line with the processor: see sync. The given merchant is the version read.
 * `told`: whom an event with a callback tells it.
 */
export async function syncAccount(merchant: Merchant, { told }: { told?: Told } = {}): Promise<Merchant> {
  const { processorAccountId } = requireAccount(merchant);
  const { record: synced } = await sync<Merchant, AccountSnapshot>(merchant, {
    fetch: () => fetchAccount(processorAccountId),
    write: async (current, snapshot) => {
      const { account } = current;
      // The account was detached meanwhile: nothing of it is the merchant's state any more.
      if (account?.processorAccountId !== processorAccountId) return current;
      const state = projectAccount(snapshot, account);
      const isNews = !isDeepStrictEqual(onboardingOf(account), onboardingOf({ ...account, ...state }));
      const inTime = isNews ? await recordAccountUpdate(current, processorAccountId, told) : {};
      return saveAccountState(merchant.merchantId, account, state, inTime);
    },
    readAgain: () => findMerchant(merchant.merchantId),
    tooFast: "The account keeps changing. Retry shortly.",
  });
  logMove(merchant.merchantId, statusOf(merchant), statusOf(synced));
  return synced;
}

/** Called right before the write that changes what the merchant is shown of its account. */
export const recordAccountUpdate = (
  merchant: Merchant,
  accountId: string,
  told?: Told,
): Promise<{ notAfterMs?: number }> =>
  recordUpdateEvent(
    { type: "account.updated", about: [accountId], object: { object: "account", id: accountId }, accountId },
    merchant,
    told,
  );

const statusOf = ({ account }: Merchant): OnboardingStatus => onboardingOf(account).onboardingStatus;

/** A merchant that can no longer take charges will ask why; here is when. */
function logMove(merchantId: string, fromStatus: OnboardingStatus, toStatus: OnboardingStatus): void {
  if (fromStatus !== toStatus)
    log("info", "a merchant's onboarding moved", { merchantId, fromStatus, toStatus });
}
