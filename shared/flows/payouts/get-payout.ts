import { Failure } from "../../domain/failure.ts";
import { findPayout, type PayoutRecord } from "../../ledger/payouts.ts";

/** Another merchant's is as unknown as one that was never made. */
export async function getPayout(merchantId: string, payoutId: string): Promise<PayoutRecord> {
  const record = await findPayout(merchantId, payoutId);
  if (!record) throw new Failure("not_found", "There is no such payout.");
  return record;
}
