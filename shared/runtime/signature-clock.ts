/**
 * The time that signatures carry, and by which they are checked: the outside's. A stack that moves the functions' time
 * moves Date.now alone; a new Date still has the machine's, and with another one every receiver would reject.
 */
// biome-ignore lint/complexity/useDateNow: Date.now may be moved, as said above.
export const signatureClock = { nowMs: (): number => new Date().getTime() };

export const signatureSeconds = (): number => Math.floor(signatureClock.nowMs() / 1000);
