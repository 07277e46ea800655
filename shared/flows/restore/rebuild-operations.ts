import { toStoredAnswer } from "../../contract/answer.ts";
import { refundPayment } from "../../contract/payment-operations.ts";
import { requireNotErased } from "../../domain/erasure.ts";
import type { TimeWindow } from "../../domain/finance/time-window.ts";
import type { Refund } from "../../domain/payments/operation.ts";
import { type Payment, projectIntent, sameState } from "../../domain/payments/payment.ts";
import { getMerchant } from "../../ledger/merchants.ts";
import { findPaymentRecords, toPayment } from "../../ledger/payments.ts";
import { createRebuiltOperation } from "../../ledger/rebuilt-payments.ts";
import { type KeyedRefund, listKeyedRefunds } from "../../processor/refunds.ts";
import { paymentView } from "../../views/payment.ts";
import { syncPayment } from "../payments/sync-payment.ts";

/*
 * After a restore the ledger has also forgotten operations, and with them their keys: a day later the processor has
 * forgotten its own, and the same request would refund a second time. Each refund names its operation in its metadata,
 * so the record is written anew, and the request is replayed. Captures and cancellations need none: what the intent
 * says is their record, and a second one changes nothing.
 *
 * Refunds are listed by their own time: that of a payment which is older than the backup is among them.
 */

type Place = { accountId: string; merchantId: string; window: TimeWindow };

/** Answers how many were brought back. */
export async function rebuildOperations(
  { accountId, merchantId, window }: Place,
  rebuild: { traceId: string; ownerToken: string },
): Promise<number> {
  let rebuilt = 0;
  let after: string | undefined;
  do {
    const { refunds, next } = await listKeyedRefunds(accountId, window, after);
    const payments = await findOwnPayments(refunds, { accountId, merchantId });
    for (const refund of refunds) {
      const known = payments.get(refund.svcPaymentId);
      // Metadata can be forged: what counts is whose intent the refund is of.
      if (known?.processorPaymentIntentId !== refund.snapshot.intentId) continue;
      requireNotErased(await getMerchant(merchantId));
      const payment = await bringInLine(known, refund);
      payments.set(refund.svcPaymentId, payment);
      if (await bringBack(payment, refund, rebuild)) rebuilt++;
    }
    after = next;
  } while (after !== undefined);
  return rebuilt;
}

async function findOwnPayments(
  refunds: KeyedRefund[],
  { accountId, merchantId }: Omit<Place, "window">,
): Promise<Map<string, Payment>> {
  const records = await findPaymentRecords(refunds.map(({ svcPaymentId }) => svcPaymentId));
  const own = [...records.values()].filter(
    (record) => record.state === "completed" && record.merchantId === merchantId,
  );
  const payments = own.map(toPayment).filter(({ connectedAccountId }) => connectedAccountId === accountId);
  return new Map(payments.map((payment) => [payment.svcPaymentId, payment]));
}

const bringInLine = (payment: Payment, { snapshot }: KeyedRefund): Promise<Payment> | Payment =>
  sameState(payment, projectIntent(snapshot)) ? payment : syncPayment(payment);

function bringBack(
  payment: Payment,
  { refundId, operationId, amountCents, createdAt: at }: KeyedRefund,
  { traceId, ownerToken }: { traceId: string; ownerToken: string },
): Promise<boolean> {
  const decided: Refund = { kind: "refund", amountCents };
  const answer = toStoredAnswer(refundPayment, { ...paymentView(payment), refundId });
  return createRebuiltOperation({ operationId, payment, decided, traceId }, { answer, ownerToken, at });
}
