import { accountsOf } from "../../domain/finance/reconciliation.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, type PaymentRecord } from "../../ledger/payments.ts";
import { fetchOriginOfIntent, paymentIdIn } from "../../processor/references.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { findByStoredIntent } from "./find-by-stored-intent.ts";

/**
 * The payment of an intent. The ledger has no index by intents, so the processor is asked whose it is, in the account that
 * the merchant has and in those that it had; what it says is metadata, which the merchant can write, so it counts only
 * where the ledger has stored the same intent. undefined: no payment of this merchant has this intent, as far as was looked.
 */
export async function identifyByIntent(
  merchant: Merchant,
  intentId: string,
): Promise<PaymentRecord | undefined> {
  const current = merchant.account?.processorAccountId;
  for (const accountId of accountsOf(merchant).toReversed()) {
    const origin = await fetchOriginOfIntent(accountId, intentId).catch((error: unknown) =>
      nothingIfUnreadable(error, accountId === current ? undefined : accountId),
    );
    const svcPaymentId = origin && paymentIdIn(origin.metadata);
    const record = svcPaymentId && (await findPaymentRecord(svcPaymentId));
    if (record && record.processorPaymentIntentId === intentId) return record;
    const edited =
      origin && (await findByStoredIntent(origin, { merchantId: merchant.merchantId, accountId }));
    if (edited) return edited;
  }
  return undefined;
}

/** `former`: an account that the merchant has given up, and may have taken away from us. */
async function nothingIfUnreadable(error: unknown, former?: string): Promise<undefined> {
  if ((await classifyReadFailure(error, former)).kind === "passing") throw error;
}
