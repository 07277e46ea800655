import type { AccountSnapshot } from "../../domain/onboarding.ts";
import type { Sighting } from "../../domain/payments/claim.ts";
import type { AccountCreation } from "../../ledger/accounts.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { searchAccount } from "../../processor/accounts.ts";
import { completeAccount } from "../onboarding/create-account.ts";
import { type ClaimVisit, visitClaim } from "../visit-claim.ts";

/** The creation of a merchant's account that was left open. */
export const visitAccount = (record: AccountCreation, at: number): Promise<ClaimVisit> =>
  visitClaim(
    record,
    { at },
    {
      look: async ({
        merchantId,
        claimedAt: firstAt,
        attemptedAt: lastAt,
      }): Promise<Sighting<AccountSnapshot>> => {
        const merchant = await findMerchant(merchantId);
        const value = await searchAccount(
          merchantId,
          { firstAt, lastAt, now: at },
          merchant?.formerAccountIds,
        );
        return value ? { kind: "made", value } : { kind: "not_made" };
      },
      complete: (claimed, account) => completeAccount(claimed, account, at),
    },
  );
