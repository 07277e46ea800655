/**
 * Creates ask the processor, which takes 25 requests a second of them, of all merchants together. While more than 20 a
 * second are made, a merchant above an equal share is told to wait. One create in ten counts for ten, chosen by the
 * payment's id, so counts are about right and cost a tenth of a write.
 */
export const CREATES_PER_SECOND = 20;

const WINDOW_MS = 10_000;
const WINDOW_CREATES = (CREATES_PER_SECOND * WINDOW_MS) / 1000;

export const COUNTS_FOR = 10;

/** Of one window of ten seconds, by merchant. */
export type CreateCounts = ReadonlyMap<string, number>;

export const windowOf = (at: number): number => Math.floor(at / WINDOW_MS);

export const secondsToNextWindow = (at: number): number =>
  Math.ceil(((windowOf(at) + 1) * WINDOW_MS - at) / 1000);

/** The id ends in a hash. */
export const isCounted = (svcPaymentId: string): boolean =>
  Number.parseInt(svcPaymentId.slice(-6), 16) % COUNTS_FOR === 0;

const totalOf = (counts: CreateCounts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** From here on each create looks at the counts first. */
export const isBusy = (counts: CreateCounts): boolean => totalOf(counts) > WINDOW_CREATES / 2;

/** The share is of all merchants that were counted. One counted create says too little to reject a merchant. */
export function isAboveShare(counts: CreateCounts, merchantId: string): boolean {
  const share = Math.max(COUNTS_FOR, WINDOW_CREATES / counts.size);
  return totalOf(counts) > WINDOW_CREATES && (counts.get(merchantId) ?? 0) > share;
}
