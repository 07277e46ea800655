import { Failure } from "../../domain/failure.ts";
import { type FeePolicy, requireFeePolicy, withFeePolicy } from "../../domain/payments/fee-policy.ts";
import { type Merchant, saveFeePolicy } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";

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
