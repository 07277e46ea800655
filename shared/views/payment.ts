import type * as z from "zod/mini";
import type { Payment as PaymentContract } from "../contract/payment-fields.ts";
import type { Payment } from "../domain/payments/payment.ts";

/** The payment as merchants see it: these fields and no others. */
export const paymentView = (payment: Payment): z.output<typeof PaymentContract> => ({
  svcPaymentId: payment.svcPaymentId,
  status: payment.status,
  amountCents: payment.amountCents,
  applicationFeeCents: payment.applicationFeeCents,
  currency: payment.currency,
  orderRef: payment.orderRef,
  processorPaymentIntentId: payment.processorPaymentIntentId,
});
