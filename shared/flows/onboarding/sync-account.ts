import { Failure } from "../../domain/failure.ts";
import {
  type OnboardingStatus,
  onboardingOf,
  projectAccount,
  requireAccount,
} from "../../domain/onboarding.ts";
import { saveAccountState } from "../../ledger/accounts.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { log } from "../../logger.ts";
import { fetchAccount } from "../../processor/accounts.ts";

/** Each conflict means that someone else wrote a newer answer; five in a row would be a storm. */
const MAX_ROUNDS = 5;

/**
 * Read the version, ask the processor, write on that version. The given merchant is the version read; after a
 * conflict all three are done again. It writes even what stands already: only a new version keeps somebody with an
 * older answer in hand from writing that answer afterwards.
 */
export async function followAccount(merchant: Merchant): Promise<Merchant> {
  let current = merchant;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const account = requireAccount(current);
    const state = projectAccount(await fetchAccount(account.processorAccountId), account);
    const saved = await saveAccountState(merchant.merchantId, account, state);
    if (saved) {
      logMove(merchant.merchantId, onboardingOf(account).onboardingStatus, state.onboardingStatus);
      return saved;
    }
    const newer = await findMerchant(merchant.merchantId);
    if (!newer) throw new Error("A merchant disappeared from the ledger.");
    current = newer;
  }
  throw new Failure("service_unavailable", "The account is changing too fast; retry shortly.", {
    retryAfterSeconds: 1,
  });
}

/** A merchant that can no longer take charges will ask why; here is when. */
function logMove(merchantId: string, fromStatus: OnboardingStatus, toStatus: OnboardingStatus): void {
  if (fromStatus !== toStatus)
    log("info", "a merchant's onboarding moved", { merchantId, fromStatus, toStatus });
}
