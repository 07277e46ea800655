import { findPaymentByIntent } from "../../ledger/payment-lists.ts";
import type { PaymentRecord } from "../../ledger/payments.ts";
import { readProcessorKeys } from "../../runtime/secrets.ts";

type Owner = { merchantId: string; accountId: string };

/**
 * The payment of an intent whose metadata does not name it, because the account's owner has edited it. The index lags behind,
 * so metadata is looked at first. Most intents that name no payment are of the merchant's other sales: they are not of our
 * application, and cost no read.
 */
export async function findByIntent(
  { intentId, applicationId }: { intentId: string; applicationId?: string | null | undefined },
  owner: Owner,
): Promise<PaymentRecord | undefined> {
  const { applicationId: ours } = await readProcessorKeys();
  if (!applicationId || (ours !== undefined && applicationId !== ours)) return undefined;
  return findByStoredIntent(intentId, owner);
}

/** Only an intent that the ledger has stored counts: nothing that anybody can write at the processor leads to a payment. */
export async function findByStoredIntent(
  intentId: string,
  { merchantId, accountId }: Owner,
): Promise<PaymentRecord | undefined> {
  const found = await findPaymentByIntent(intentId);
  const isOwn = found?.merchantId === merchantId && found.terms.connectedAccountId === accountId;
  return isOwn ? found : undefined;
}
