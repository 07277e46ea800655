import { dateOf, parseDay } from "../../domain/finance/day.ts";
import { DAY_MS } from "../../domain/time.ts";
import { listPayments } from "../../ledger/payment-lists.ts";
import { findPaymentRecords, type PaymentRecord, termsOf } from "../../ledger/payments.ts";

/*
 * An intent is ours if the ledger knows it as its own, whatever its metadata says. There is no index by intents, which
 * every payment would pay for; but an intent is created within seconds of its payment, so it is looked for among the
 * merchant's payments of the days around.
 */

const PAGE = 100;

/** A day's payments by their intents: what was listed in this run, by date. */
export type PaymentsByIntent = Map<string, Map<string, string>>;

/** About 30 MB. Beyond it only the days around the current intent are kept, at 150 bytes a payment. */
const MAX_KNOWN = 200_000;

type Owner = { merchantId: string; accountId: string; paymentsByIntent: PaymentsByIntent };

export async function identifyByStoredIntent(
  { intentId, createdAt }: { intentId: string; createdAt: number },
  owner: Owner,
): Promise<PaymentRecord | undefined> {
  const dates = [createdAt, createdAt - DAY_MS, createdAt + DAY_MS].map(dateOf);
  for (const date of dates) {
    const svcPaymentId = (await paymentsOf(date, owner, dates)).get(intentId);
    if (svcPaymentId === undefined) continue;
    const record = (await findPaymentRecords([svcPaymentId])).get(svcPaymentId);
    if (record && termsOf(record).connectedAccountId === owner.accountId) return record;
  }
  return undefined;
}

/** Listed once, however many intents are looked for. */
async function paymentsOf(
  date: string,
  { merchantId, paymentsByIntent }: Owner,
  needed: readonly string[],
): Promise<Map<string, string>> {
  const known = paymentsByIntent.get(date);
  if (known) return known;
  const listed = await listByIntent(date, merchantId);
  let room = MAX_KNOWN - listed.size - sizeOf(paymentsByIntent);
  for (const [oldest, payments] of paymentsByIntent) {
    if (room >= 0) break;
    if (needed.includes(oldest)) continue;
    room += payments.size;
    paymentsByIntent.delete(oldest);
  }
  paymentsByIntent.set(date, listed);
  return listed;
}

const sizeOf = (paymentsByIntent: PaymentsByIntent): number =>
  [...paymentsByIntent.values()].reduce((sum, { size }) => sum + size, 0);

async function listByIntent(date: string, merchantId: string): Promise<Map<string, string>> {
  const byIntent = new Map<string, string>();
  let after: PaymentRecord | undefined;
  do {
    const { items, hasMore } = await listPayments({ merchantId, ...parseDay(date) }, { limit: PAGE, after });
    for (const { processorPaymentIntentId, svcPaymentId } of items)
      if (processorPaymentIntentId) byIntent.set(processorPaymentIntentId, svcPaymentId);
    after = hasMore ? items.at(-1) : undefined;
  } while (after);
  return byIntent;
}
