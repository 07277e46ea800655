import { type FeePolicy, requireFeePolicy } from "../../domain/payments/fee.ts";
import { type Merchant, saveFeePolicy } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** For payments from now on; what was claimed before keeps the fee it was claimed with. null: the default again. */
export async function setFeePolicy(
  { merchantId }: Merchant,
  policy: FeePolicy | null,
  change: Change,
): Promise<void> {
  requireFeePolicy(policy);
  await recordAudit(merchantId, { action: "set-fee", subject: JSON.stringify(policy) }, change);
  await saveFeePolicy(merchantId, policy);
}
