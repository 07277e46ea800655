import { Failure } from "../domain/failure.ts";
import { findMerchant, type Merchant } from "../ledger/merchants.ts";

/** For operators, who name a merchant by its id; a merchant itself is known by its key. */
export async function getMerchant(merchantId: string): Promise<Merchant> {
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Failure("not_found", `There is no merchant ${merchantId}.`);
  return merchant;
}
