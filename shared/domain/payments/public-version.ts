import {
  type Dispute,
  type FailedRefund,
  type Payment,
  type PaymentState,
  sameDispute,
  sameState,
} from "./payment.ts";

/*
 * A payment's public version says which of two pictures of it is newer. Merchants know it as `version`; it is stored as
 * `revision`. Every write that changes what they see raises it. It is a time and not a count, so that a ledger which was
 * restored from a backup, or rebuilt from the processor, goes on above everything that the lost one had told.
 */

export const nextPublicVersion = (before: number, writeMs: number): number => Math.max(before + 1, writeMs);

/**
 * What is written onto a payment. `isMissed`: an event brought it that the ledger had missed, perhaps because it was
 * restored since: then what merchants were told may be newer than what stands here, even where nothing changes.
 */
export type News = {
  state?: PaymentState;
  dispute?: Dispute;
  failedRefund?: FailedRefund | undefined;
  isMissed?: boolean | undefined;
};

/** Whether the write raises the public version. Lists show the refunds that failed: one more is another picture. */
export const isNews = (payment: Payment, { state, dispute, failedRefund, isMissed = false }: News): boolean =>
  isMissed ||
  (state !== undefined && !looksAlike(payment, state)) ||
  (dispute !== undefined && !sameDispute(payment.disputes[dispute.disputeId], dispute)) ||
  (failedRefund !== undefined && !(failedRefund.refundId in payment.failedRefunds));

/** Whether merchants would see the same: the charge's id is not shown to them. */
const looksAlike = (one: PaymentState, other: PaymentState): boolean =>
  sameState(one, { ...other, processorChargeId: one.processorChargeId });
