import type * as z from "zod/mini";
import type { Payment as PaymentContract } from "../contract/payment-fields.ts";
import type { PaymentListItem } from "../contract/payment-lists.ts";
import type { DeliveryState } from "../domain/events/event.ts";
import type { Payment, PaymentTerms } from "../domain/payments/payment.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";

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

type ListedPayment = Payment &
  Pick<PaymentTerms, "description" | "customerRef" | "branch"> & {
    createdAt: number;
    delivery?: DeliveryState | null;
  };

/** In lists, with what merchants otherwise ask support for. */
export const paymentListItem = (payment: ListedPayment): z.output<typeof PaymentListItem> => ({
  ...paymentView(payment),
  createdAt: isoTime(payment.createdAt),
  refundedCents: payment.refundedCents,
  captureBefore: isoTimeOrNull(payment.captureBefore),
  authorizedCents: payment.orderedCents,
  description: payment.description ?? null,
  customerRef: payment.customerRef ?? null,
  branch: payment.branch ?? null,
  disputes: Object.values(payment.disputes),
  ...(payment.delivery !== undefined && { delivery: payment.delivery }),
});
