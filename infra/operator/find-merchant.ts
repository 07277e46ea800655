import { Failure } from "../../shared/domain/failure.ts";
import type { Merchant } from "../../shared/ledger/merchants.ts";

/** The merchant that a command is about. */
export async function merchantOf(merchantId: string): Promise<Merchant> {
  const { findMerchant } = await import("../../shared/ledger/merchants.ts");
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Failure("not_found", `There is no merchant ${merchantId}.`);
  return merchant;
}
