/**
 * The time that signatures carry, and by which they are checked: the outside's. A stack that
 * runs the functions by another clock (Date.now) says here what the outside's is, or every receiver would refuse.
 */
export const signatureClock = { nowMs: (): number => Date.now() };

export const signatureSeconds = (): number => Math.floor(signatureClock.nowMs() / 1000);
