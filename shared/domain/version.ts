/**
 * A payment, payout or account has one version: it is the lock on which every write is made, and what merchants compare to
 * know which of two pictures is newer. It may rise without a visible change. It is a time and not a count, so that a
 * ledger which was restored from a backup, or rebuilt from the processor, goes on above everything that the lost one told.
 */
export const nextVersion = (before: number, writeMs: number): number => Math.max(before + 1, writeMs);
