import type { Dispute, Payment } from "../../domain/payments/payment.ts";
import { findPayment, type SaveOptions, saveDispute } from "../../ledger/payments.ts";
import { fetchDispute } from "../../processor/disputes.ts";
import { sync } from "../sync.ts";

/** An opened dispute may be told after it was closed, so the dispute itself is asked. The payment is the version read. */
export const syncDispute = (
  payment: Payment,
  disputeId: string,
  options: SaveOptions = {},
): Promise<Payment> =>
  sync<Payment, Dispute>(payment, {
    fetch: () => fetchDispute(payment.connectedAccountId, disputeId),
    write: (current, dispute) => saveDispute(current, dispute, options),
    readAgain: () => findPayment(payment.svcPaymentId),
    tooFast: "The payment is changing too fast; retrieve it to see its state.",
  });
