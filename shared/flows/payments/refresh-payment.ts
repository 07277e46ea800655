import { Failure } from "../../domain/failure.ts";
import { PAYMENT_ID } from "../../domain/id-forms.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { syncPayment } from "./sync-payment.ts";

/** An operator doubts what the ledger says of a payment: the processor is asked, and its word is written down. */
export async function refreshPayment(svcPaymentId: string, change: Change): Promise<Payment> {
  const record = PAYMENT_ID.test(svcPaymentId) ? await findPaymentRecord(svcPaymentId) : undefined;
  if (!record) throw new Failure("not_found", `There is no payment ${svcPaymentId}.`);
  const payment = toPayment(record);
  if (!payment.processorPaymentIntentId) {
    throw new Failure(
      "invalid_request",
      `The creation of ${svcPaymentId} is ${record.state}. To look for it at the processor, run: open-work visit ${svcPaymentId}`,
    );
  }
  await recordAudit(payment.merchantId, { action: "refresh-payment", subject: svcPaymentId }, change);
  return syncPayment(payment);
}
