import { Failure } from "../../domain/failure.ts";
import { type FeePolicy, feePolicyFault } from "../../domain/fee.ts";
import { type Merchant, saveFeePolicy } from "../../ledger/merchants.ts";
import { type Edge, leaveTrace } from "./record-audit.ts";

/** For payments from now on; what was claimed before keeps the fee it was claimed with. null: the default again. */
export async function setFeePolicy(
  { merchantId }: Merchant,
  policy: FeePolicy | null,
  edge: Edge,
): Promise<void> {
  checkFeePolicy(policy);
  await leaveTrace(merchantId, { action: "set-fee", subject: JSON.stringify(policy) }, edge);
  await saveFeePolicy(merchantId, policy);
}

export function checkFeePolicy(policy: FeePolicy | null): void {
  const fault = policy && feePolicyFault(policy);
  if (fault) throw new Failure("invalid_request", fault);
}
