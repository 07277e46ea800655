import { Failure } from "../../domain/failure.ts";
import { isPaymentId } from "../../domain/id.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../ledger/payments.ts";

export const getPayment = async (merchantId: string, svcPaymentId: string): Promise<Payment> =>
  toPayment(await getPaymentRecord(merchantId, svcPaymentId));

/** Unknown, another merchant's, not yet created: the caller cannot tell them apart. */
export async function getPaymentRecord(merchantId: string, svcPaymentId: string): Promise<PaymentRecord> {
  const record = isPaymentId(svcPaymentId) ? await findPaymentRecord(svcPaymentId) : undefined;
  if (record?.merchantId === merchantId && record.state === "completed") return record;
  throw new Failure("not_found", "There is no such payment.");
}
