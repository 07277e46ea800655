import { accountsOf } from "../../domain/finance/reconciliation.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, type PaymentRecord } from "../../ledger/payments.ts";
import { fetchMetadataOfIntent, paymentIdIn } from "../../processor/references.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";

/**
 * The payment of an intent. The ledger has no index by intents, so the processor is asked whose it is, in the account that
 * the merchant has and in those that it had; what it says is metadata, which the merchant can write, so it counts only
 * where the ledger has stored the same intent. undefined: no payment of this merchant has this intent.
 */
export async function identifyByIntent(
  merchant: Merchant,
  intentId: string,
): Promise<PaymentRecord | undefined> {
  const current = merchant.account?.processorAccountId;
  for (const accountId of accountsOf(merchant).toReversed()) {
    const metadata = await fetchMetadataOfIntent(accountId, intentId).catch((error: unknown) =>
      nothingIfUnreadable(error, accountId === current ? undefined : accountId),
    );
    const svcPaymentId = paymentIdIn(metadata);
    const record = svcPaymentId && (await findPaymentRecord(svcPaymentId));
    if (record && record.processorPaymentIntentId === intentId) return record;
  }
  return undefined;
}

/** `former`: an account that the merchant has given up, and may have taken away from us. */
async function nothingIfUnreadable(error: unknown, former?: string): Promise<Record<string, string>> {
  if ((await classifyReadFailure(error, former)).kind === "passing") throw error;
  return {};
}
