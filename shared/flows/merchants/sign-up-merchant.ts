import { newMerchantId } from "../../domain/access/api-key.ts";
import { type FeePolicy, requireFeePolicy, withFeePolicy } from "../../domain/payments/fee-policy.ts";
import { createMerchant, type Merchant } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** A merchant that has a name and nothing else yet: no key, no account, no callbacks. */
export async function signUpMerchant(
  { name, feePolicy }: Pick<Merchant, "name"> & { feePolicy: FeePolicy | null },
  change: Change,
): Promise<Merchant> {
  requireFeePolicy(feePolicy);
  const merchantId = newMerchantId(change.random);
  const settings = feePolicy ? withFeePolicy({ feePolicy: null }, feePolicy) : { feePolicy };
  const merchant = { merchantId, name, ...settings, account: null, createdAt: change.at };
  await recordAudit(merchantId, { action: "sign-up-merchant", subject: name }, change);
  // The id is random: one that exists already can only be our own write whose reply was lost.
  await createMerchant(merchant);
  return merchant;
}
