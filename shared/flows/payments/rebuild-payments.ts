import { type PaymentTerms, projectIntent } from "../../domain/payment.ts";
import type { Slice } from "../../domain/pull.ts";
import { accountsOf } from "../../domain/reconciliation.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { createRebuiltPayment, findPaymentRecords } from "../../ledger/payments.ts";
import { type ListedIntent, listIntents } from "../../processor/intent-lists.ts";
import { paymentIdIn } from "../../processor/references.ts";
import { creationAnswer } from "./create-payment.ts";

/*
 * After the table was restored from a backup the ledger has forgotten payments, and with them their keys: a client's
 * retry would charge again. What the processor has with our metadata, and the ledger has not, is written down from the
 * intent. The fingerprint of the first request is lost; a retry under its key is known by amount and currency.
 *
 * Metadata can be forged, but only on the merchant's own account: what is rebuilt is this merchant's and no other's.
 */

export type RebuildReport = { listed: number; known: number; rebuilt: number; unreadable: number };

export type Rebuild = { traceId: string; ownerToken: string };

export async function rebuildPayments(
  merchant: Merchant,
  window: Slice,
  rebuild: Rebuild,
): Promise<RebuildReport> {
  const report = { listed: 0, known: 0, rebuilt: 0, unreadable: 0 };
  for (const accountId of accountsOf(merchant)) {
    const forgotten = await findForgotten(accountId, window, report);
    for (const [svcPaymentId, intent] of forgotten) {
      const terms = termsOf(accountId, intent);
      const answer = await creationAnswer({ svcPaymentId, order: terms }, intent);
      const isNew = await createRebuiltPayment(
        {
          svcPaymentId,
          merchantId: merchant.merchantId,
          order: terms,
          traceId: rebuild.traceId,
          at: intent.createdAt,
        },
        { answer, state: projectIntent(intent.snapshot), ownerToken: rebuild.ownerToken },
      );
      if (isNew) report.rebuilt++;
    }
  }
  return report;
}

async function findForgotten(
  accountId: string,
  window: Slice,
  report: RebuildReport,
): Promise<Map<string, ListedIntent>> {
  const forgotten = new Map<string, ListedIntent>();
  let after: string | undefined;
  do {
    const { intents, unreadable, next } = await listIntents(accountId, window, after);
    const named = intents.flatMap((intent) => {
      const svcPaymentId = paymentIdIn(intent.snapshot.metadata);
      return svcPaymentId ? [{ svcPaymentId, intent }] : [];
    });
    const known = await findPaymentRecords(named.map(({ svcPaymentId }) => svcPaymentId));
    report.listed += named.length;
    report.unreadable += unreadable;
    for (const { svcPaymentId, intent } of named) {
      if (known.has(svcPaymentId)) report.known++;
      else forgotten.set(svcPaymentId, better(forgotten.get(svcPaymentId), intent));
    }
    after = next;
  } while (after !== undefined);
  return forgotten;
}

/** A stuck key may have left an intent that was never given out: a buyer can only have paid the other one. */
const better = (found: ListedIntent | undefined, intent: ListedIntent): ListedIntent =>
  found && (found.snapshot.chargeId !== null || intent.snapshot.chargeId === null) ? found : intent;

/** What the intent still tells of the request that made it. */
function termsOf(accountId: string, { snapshot, description }: ListedIntent): PaymentTerms {
  const { amountCents, applicationFeeCents, currency, captureMethod, metadata } = snapshot;
  const { orderRef, branch, customerRef } = metadata;
  return {
    connectedAccountId: accountId,
    amountCents,
    applicationFeeCents,
    currency,
    captureMethod,
    orderRef,
    branch,
    customerRef,
    description: description ?? undefined,
  };
}
