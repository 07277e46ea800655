import type { AccountCreation } from "../../ledger/accounts.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { searchAccount } from "../../processor/accounts.ts";
import { completeAccount } from "../onboarding/create-account.ts";
import { type ClaimVisit, type Sighting, visitClaim } from "../visit-claim.ts";

/** The creation of a merchant's account that was left open. */
export const visitAccount = (record: AccountCreation, at: number): Promise<ClaimVisit> =>
  visitClaim(record, { at }, async (claimed): Promise<Sighting> => {
    const attempts = { firstAt: claimed.claimedAt, lastAt: claimed.attemptedAt, now: at };
    const merchant = await findMerchant(claimed.merchantId);
    const account = await searchAccount(claimed.merchantId, attempts, merchant?.formerAccountIds);
    return account
      ? { kind: "made", complete: () => completeAccount(claimed, account, at) }
      : { kind: "not_made" };
  });
