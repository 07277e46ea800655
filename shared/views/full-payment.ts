import type * as z from "zod/mini";
import type { FullPayment, PaymentDispute } from "../contract/full-payment.ts";
import { HIDDEN } from "../domain/events/redaction.ts";
import { isAnswerable } from "../domain/payments/attention.ts";
import { type Dispute, disputesOf, type FailedRefund, failedRefundsOf } from "../domain/payments/payment.ts";
import { isoTimeOrNull } from "../domain/time.ts";
import { type PaymentInLists, paymentView } from "./payment.ts";

/** The deadline is shown only while an answer is needed. */
export const disputeView = (dispute: Dispute): z.output<typeof PaymentDispute> => ({
  disputeId: dispute.disputeId,
  status: dispute.status,
  reason: dispute.reason,
  amountCents: dispute.amountCents,
  ...(dispute.currency && { currency: dispute.currency }),
  dueBy: isAnswerable(dispute) ? isoTimeOrNull(dispute.dueBy) : null,
});

const failedRefundView = ({ refundId, amountCents, failureReason }: FailedRefund) => ({
  refundId,
  amountCents,
  failureReason,
});

export type PaymentReader = { seesDisputes: boolean; isOperator: boolean };

/**
 * With what merchants otherwise ask support for. An operator's session sees no more of the order and the customer than
 * a redacted event shows.
 */
export const fullPaymentFor = (
  { seesDisputes, isOperator }: PaymentReader,
  payment: PaymentInLists,
): z.output<typeof FullPayment> => ({
  ...paymentView(payment),
  version: payment.version,
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
});

const written = (text: string | undefined, isOperator: boolean): string | null =>
  text === undefined ? null : isOperator ? HIDDEN : text;
