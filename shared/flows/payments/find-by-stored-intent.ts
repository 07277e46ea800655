import { DAY_MS } from "../../domain/time.ts";
import { listPayments } from "../../ledger/payment-lists.ts";
import { type PaymentRecord, termsOf } from "../../ledger/payments.ts";
import { fetchOriginOfIntent } from "../../processor/references.ts";
import { readProcessorKeys } from "../../runtime/secrets.ts";

/*
 * The payment of an intent whose metadata does not name it, because the account's owner has edited it. The ledger has no
 * index by intents, which every payment would pay for. But an intent is created within seconds of its payment, so it is
 * looked for among the payments of this merchant that were ordered right before it. Only an intent that the ledger has
 * stored counts: nothing that anybody can write at the processor leads to a payment.
 *
 * Most events that name no payment are of the merchant's other sales. Their intents are not of our application, and cost
 * no read. What lies beyond the bounds is found by the day's statement.
 */

/** `createdAt`: milliseconds; absent: of a charge, which does not say when its intent was created. */
export type IntentOrigin = {
  intentId: string;
  applicationId?: string | null | undefined;
  createdAt?: number | undefined;
};

type Owner = { merchantId: string; accountId: string };

const PAGE = 20;
const MAX_PAGES = 10;

/** A retry may create the intent long after its payment was ordered. */
const ORDERED_BEFORE_MS = 2 * DAY_MS;

/** The processor's time has whole seconds, and clocks differ. */
const CLOCKS_DIFFER_MS = 6_000;

export async function findByStoredIntent(
  { intentId, applicationId, createdAt: known }: IntentOrigin,
  { merchantId, accountId }: Owner,
): Promise<PaymentRecord | undefined> {
  const pages = await pagesWorthLooking(applicationId);
  if (pages === 0) return undefined;
  const createdAt = known ?? (await fetchOriginOfIntent(accountId, intentId)).createdAt;
  const range = {
    merchantId,
    sinceMs: createdAt - ORDERED_BEFORE_MS,
    untilMs: createdAt + CLOCKS_DIFFER_MS,
  };
  let after: PaymentRecord | undefined;
  for (let page = 0; page < pages; page++) {
    const { items, hasMore } = await listPayments(range, { limit: PAGE, after });
    const found = items.find(({ processorPaymentIntentId }) => processorPaymentIntentId === intentId);
    if (found) return termsOf(found).connectedAccountId === accountId ? found : undefined;
    after = items.at(-1);
    if (!hasMore || !after) return undefined;
  }
  return undefined;
}

/** Where our application's id is not known, every other platform's sales are looked for too: then one page must do. */
async function pagesWorthLooking(applicationId: string | null | undefined): Promise<number> {
  if (!applicationId) return 0;
  const { applicationId: ours } = await readProcessorKeys();
  if (ours === undefined) return 1;
  return applicationId === ours ? MAX_PAGES : 0;
}
