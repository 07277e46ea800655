import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, type PaymentRecord } from "../../ledger/payments.ts";
import { fetchMetadataOfIntent, paymentIdIn } from "../../processor/references.ts";
import { whyUnreadable } from "../../processor/unreadable.ts";

/**
 * The payment of an intent. The ledger has no index by intents, so the processor is asked whose it is; what it says is
 * metadata, which the merchant can write, so it counts only where the ledger has stored the same intent.
 * undefined: no payment of this merchant has this intent.
 */
export async function identifyByIntent(
  { account }: Merchant,
  intentId: string,
): Promise<PaymentRecord | undefined> {
  if (!account) return undefined;
  const metadata = await fetchMetadataOfIntent(account.processorAccountId, intentId).catch(
    nothingIfUnreadable,
  );
  const svcPaymentId = paymentIdIn(metadata);
  const record = svcPaymentId && (await findPaymentRecord(svcPaymentId));
  return record && record.processorPaymentIntentId === intentId ? record : undefined;
}

async function nothingIfUnreadable(error: unknown): Promise<Record<string, string>> {
  if ((await whyUnreadable(error)).kind === "passing") throw error;
  return {};
}
