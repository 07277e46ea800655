import { dateOf, parseDay } from "../../domain/finance/day.ts";
import { listPayments } from "../../ledger/payment-lists.ts";
import { findPaymentRecords, type PaymentRecord, termsOf } from "../../ledger/payments.ts";
import type { DayWork } from "./work-through-day.ts";

/*
 * An intent is ours if the ledger knows it as its own, whatever its metadata says. There is no index by intents, which
 * every payment would pay for; but an intent is created within seconds of its payment, so it is looked for among the
 * merchant's payments of the days around.
 */

const DAY_MS = 86_400_000;
const PAGE = 100;

export async function identifyByStoredIntent(
  { accountId, intentId, createdAt }: { accountId: string; intentId: string; createdAt: number },
  work: DayWork,
): Promise<PaymentRecord | undefined> {
  for (const at of [createdAt, createdAt - DAY_MS, createdAt + DAY_MS]) {
    const svcPaymentId = (await paymentsOf(dateOf(at), work)).get(intentId);
    if (svcPaymentId === undefined) continue;
    const record = (await findPaymentRecords([svcPaymentId])).get(svcPaymentId);
    if (record && termsOf(record).connectedAccountId === accountId) return record;
  }
  return undefined;
}

/** A day's payments by their intents; listed once in a run, however many intents are looked for. */
async function paymentsOf(date: string, work: DayWork): Promise<Map<string, string>> {
  const known = work.paymentsByIntent.get(date) ?? (await listByIntent(date, work.merchantId));
  work.paymentsByIntent.set(date, known);
  return known;
}

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
