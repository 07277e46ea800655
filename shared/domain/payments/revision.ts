import { type PaymentState, sameState } from "./payment.ts";

/*
 * A payment's revision says which of two pictures of it is newer; merchants know it as `version`. It is raised by every
 * write that changes what they see. It is a time and not a count, so that a ledger which was restored from a backup, or
 * rebuilt from the processor, goes on above everything that the lost one had told.
 */

export const nextRevision = (before: number, writeMs: number): number => Math.max(before + 1, writeMs);

/** Whether merchants would see the same: the charge's id is not shown to them. */
export const looksAlike = (one: PaymentState, other: PaymentState): boolean =>
  sameState(one, { ...other, processorChargeId: one.processorChargeId });
