/** Amounts are whole cents; products of an amount and basis points stay far below 2^53. */
export const MIN_AMOUNT_CENTS = 50;
export const MAX_AMOUNT_CENTS = 5_000_000;

export const BPS_PER_WHOLE = 10_000;

/** numerator / denominator, rounded half up, without leaving the integers. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}
