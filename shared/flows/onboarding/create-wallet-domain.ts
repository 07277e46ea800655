import { onceFor } from "../../domain/id.ts";
import { requireAccountId } from "../../domain/onboarding.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { registerWalletDomain } from "../../processor/wallet-domains.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** Two at once have one key. A rejection that the processor has saved under it is over with the minute. */
export async function createWalletDomain(
  merchant: Merchant,
  domainName: string,
  { ownerToken, at, change }: { ownerToken: string; at: number; change: Change },
) {
  const accountId = requireAccountId(merchant);
  const { merchantId } = merchant;
  await recordAudit(merchantId, { action: "register-wallet-domain", subject: domainName }, change);
  const idempotencyKey = `${accountId} ${domainName} ${Math.floor(at / MINUTE_MS)}`;
  const once = onceFor({ merchantId, operation: "wallet-domain", idempotencyKey, ownerToken, at });
  const { outcome, domain } = await registerWalletDomain({ accountId, domainName, once });
  return { outcome, body: domain };
}
