import {
  type Dispute,
  type FailedRefund,
  type Payment,
  type PaymentState,
  sameDispute,
  sameState,
} from "./payment.ts";

/** What is written onto a payment. */
export type PaymentChange = {
  state?: PaymentState;
  dispute?: Dispute;
  failedRefund?: FailedRefund | undefined;
};

/** Whether merchants see another payment. Lists show the refunds that failed: one more is another picture. */
export const isVisibleChange = (payment: Payment, { state, dispute, failedRefund }: PaymentChange): boolean =>
  (state !== undefined && !looksAlike(payment, state)) ||
  (dispute !== undefined && !sameDispute(payment.disputes[dispute.disputeId], dispute)) ||
  (failedRefund !== undefined && !(failedRefund.refundId in payment.failedRefunds));

/** Whether merchants would see the same: the charge's id is not shown to them. */
const looksAlike = (one: PaymentState, other: PaymentState): boolean =>
  sameState(one, { ...other, processorChargeId: one.processorChargeId });
