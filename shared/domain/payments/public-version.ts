import { type PaymentState, sameState } from "./payment.ts";

/*
 * A payment's public version says which of two pictures of it is newer. Merchants know it as `version`; it is stored as
 * `revision`. Every write that changes what they see raises it. It is a time and not a count, so that a ledger which was
 * restored from a backup, or rebuilt from the processor, goes on above everything that the lost one had told.
 */

export const nextPublicVersion = (before: number, writeMs: number): number => Math.max(before + 1, writeMs);

/** Whether merchants would see the same: the charge's id is not shown to them. */
export const looksAlike = (one: PaymentState, other: PaymentState): boolean =>
  sameState(one, { ...other, processorChargeId: one.processorChargeId });
