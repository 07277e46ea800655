/** A payout that came back to the balance. */
export const isReturned = (status: string): boolean => /^(failed|canceled)$/.test(status);
