import { Failure } from "../../domain/failure.ts";
import { isPaid, type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { requirePayment } from "../../ledger/payments.ts";
import { mailReceipt } from "../../processor/payment-details.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { fetchFor } from "./sync-payment.ts";

/** Twice is two mails. The address is neither stored nor logged; of a console session the audit says that it sent one. */
export async function sendReceipt(
  merchantId: string,
  { svcPaymentId, email, audited }: { svcPaymentId: string; email: string; audited: Change | undefined },
): Promise<{ svcPaymentId: string }> {
  const payment = await requirePayment(merchantId, svcPaymentId);
  const chargeId = chargeOf(payment) ?? chargeOf(projectIntent(await fetchFor(payment)));
  if (!chargeId)
    throw new Failure("payment_not_paid", `The payment is ${payment.status}, so it has no receipt.`);
  if (audited) await recordAudit(merchantId, { action: "send-receipt", subject: svcPaymentId }, audited);
  await mailReceipt({ accountId: payment.connectedAccountId, chargeId, email });
  return { svcPaymentId };
}

const chargeOf = ({ status, processorChargeId }: Pick<Payment, "status" | "processorChargeId">) =>
  isPaid(status) ? processorChargeId : null;
