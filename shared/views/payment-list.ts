import type * as z from "zod/mini";
import type { PaymentDispute, PaymentListItem } from "../contract/payment-lists.ts";
import type { DeliveryState } from "../domain/events/event.ts";
import { HIDDEN } from "../domain/events/redaction.ts";
import { isAnswerable } from "../domain/payments/attention.ts";
import type { PaidWith } from "../domain/payments/method.ts";
import { type Dispute, disputesOf, type FailedRefund, failedRefundsOf } from "../domain/payments/payment.ts";
import { isoTimeOrNull } from "../domain/time.ts";
import { type PaymentInLists, paymentView } from "./payment.ts";

/** The deadline is shown only while an answer is needed. */
export const disputeView = (dispute: Dispute): z.output<typeof PaymentDispute> => ({
  disputeId: dispute.disputeId,
  status: dispute.status,
  reason: dispute.reason,
  amountCents: dispute.amountCents,
  dueBy: isAnswerable(dispute) ? isoTimeOrNull(dispute.dueBy) : null,
});

const failedRefundView = ({ refundId, amountCents, failureReason }: FailedRefund) => ({
  refundId,
  amountCents,
  failureReason,
});

/** What a payment's last events say. */
export type LastEvents = {
  /** Of the last event that is sent to the merchant's server; null if there is none. */
  delivery: DeliveryState | null;
  deliveryAttempts: number;
  method: PaidWith | null;
  /** Why the last failed attempt to pay has failed; null if none has. */
  lastDecline: string | null;
  cancellationReason: string | null;
};

/** In lists also what it was created with, and what its last events say where that was asked for. */
export type ListedPayment = PaymentInLists & Partial<LastEvents>;

export type ListReader = { seesDisputes: boolean; isOperator: boolean };

/**
 * In lists, with what merchants otherwise ask support for. An operator's session sees no more of the order and the
 * customer than a redacted event shows.
 */
export const paymentListItemFor = (
  { seesDisputes, isOperator }: ListReader,
  payment: ListedPayment,
): z.output<typeof PaymentListItem> => ({
  ...paymentView(payment),
  version: payment.publicVersion,
  captureBefore: isoTimeOrNull(payment.captureBefore),
  authorizedCents: payment.orderedCents,
  description: written(payment.description, isOperator),
  customerRef: written(payment.customerRef, isOperator),
  branch: written(payment.branch, isOperator),
  // Names are the merchant's own too, so an operator sees neither.
  ...(payment.metadata && !isOperator && { metadata: payment.metadata }),
  ...(payment.statementDescriptorSuffix && {
    statementDescriptorSuffix: payment.statementDescriptorSuffix,
  }),
  ...(seesDisputes && { disputes: disputesOf(payment).map(disputeView) }),
  failedRefunds: failedRefundsOf(payment).map(failedRefundView),
  ...(payment.delivery !== undefined && lastEventsView(payment, isOperator)),
});

/** A decline is over once the payment has gone on. */
const lastEventsView = (
  { status, delivery = null, deliveryAttempts = 0, method = null, ...payment }: ListedPayment,
  isOperator: boolean,
) => ({
  delivery,
  deliveryAttempts,
  method: method && isOperator ? { ...method, last4: null } : method,
  lastDecline: status === "requires_payment_method" ? (payment.lastDecline ?? null) : null,
  cancellationReason: status === "canceled" ? (payment.cancellationReason ?? null) : null,
});

const written = (text: string | undefined, isOperator: boolean): string | null =>
  text === undefined ? null : isOperator ? HIDDEN : text;
