import { newMerchantId } from "../../domain/api-key.ts";
import type { FeePolicy } from "../../domain/fee.ts";
import { createMerchant, type Merchant } from "../../ledger/merchants.ts";
import { type Edge, leaveTrace } from "./record-audit.ts";
import { checkFeePolicy } from "./set-fee-policy.ts";

/** A merchant that has a name and nothing else yet: no key, no account, no callbacks. */
export async function signUpMerchant(
  { name, feePolicy }: Pick<Merchant, "name"> & { feePolicy: FeePolicy | null },
  edge: Edge,
): Promise<Merchant> {
  checkFeePolicy(feePolicy);
  const merchantId = newMerchantId(edge.random);
  const merchant = { merchantId, name, feePolicy, account: null, createdAt: edge.at };
  await leaveTrace(merchantId, { action: "sign-up-merchant", subject: name }, edge);
  // The id is random: one that exists already can only be our own write whose reply was lost.
  await createMerchant(merchant);
  return merchant;
}
