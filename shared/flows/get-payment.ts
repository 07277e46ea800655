import { Failure } from "../domain/failure.ts";
import { isPaymentId } from "../domain/id.ts";
import type { Payment } from "../domain/payment.ts";
import { findPayment } from "../ledger/payments.ts";

/** Unknown, another merchant's, not yet created: the caller cannot tell them apart. */
export async function getPayment(merchantId: string, svcPaymentId: string): Promise<Payment> {
  const payment = isPaymentId(svcPaymentId) ? await findPayment(merchantId, svcPaymentId) : undefined;
  if (!payment) throw new Failure("not_found", "There is no such payment.");
  return payment;
}
