import type { ListedMovement } from "./movements.ts";
import { type Fee, fetchFee, fetchIntentIdOfCharge } from "./references.ts";
import { classifyReadFailure } from "./unreadable.ts";

export async function traceMovement(
  accountId: string,
  { intentId: named, chargeId: charged, feeId }: ListedMovement,
): Promise<{ intentId: string | undefined; chargeId: string | undefined; fee: Fee | undefined }> {
  const fee = feeId ? await findFee(feeId) : undefined;
  const chargeId = charged ?? fee?.chargeId;
  const intentId = named ?? (chargeId && (await fetchIntentIdOfCharge(accountId, chargeId)));
  return { intentId, chargeId, fee };
}

/** undefined: a fee that we may not see was taken by another platform. */
async function findFee(feeId: string): Promise<Fee | undefined> {
  try {
    return await fetchFee(feeId);
  } catch (error) {
    if ((await classifyReadFailure(error)).kind !== "missing") throw error;
    return undefined;
  }
}
