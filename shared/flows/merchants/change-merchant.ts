import { newMerchantId } from "../../domain/access/api-key.ts";
import { Failure } from "../../domain/failure.ts";
import { type FeePolicy, requireFeePolicy, withFeePolicy } from "../../domain/payments/fee-policy.ts";
import { createMerchant, type Merchant, saveFeePolicy } from "../../ledger/merchants.ts";
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

/** For payments from now on; what was claimed before keeps the fee it was claimed with. null: the default again. */
export async function setFeePolicy(
  merchant: Merchant,
  policy: FeePolicy | null,
  change: Change,
): Promise<Merchant> {
  requireFeePolicy(policy);
  const { merchantId } = merchant;
  await recordAudit(merchantId, { action: "set-fee", subject: JSON.stringify(policy) }, change);
  const settings = withFeePolicy(merchant, policy);
  if (await saveFeePolicy(merchant, settings)) return { ...merchant, ...settings };
  throw new Failure(
    "in_progress",
    "The fee policy changed at the same time. Read it again before you set it.",
  );
}
