/** One first try and seven retries, then the dead letters. */
export const MAX_ATTEMPTS = 8;

const FIRST_WAIT_SECONDS = 30;
const GROWTH = 4;
const JITTER = 0.2;

/** A queue can hide a message for 12 h from its receipt; half an hour is left for everything in between. */
const LONGEST_WAIT_SECONDS = 11.5 * 3600;

/**
 * How long to wait after the given failed attempt (1 to 7). The jitter (−1 to 1) spreads the retries of a merchant
 * that comes back; a receiver's own Retry-After counts up to twice the step.
 */
export function waitSeconds(
  attempt: number,
  random: { jitter: number },
  options: { retryAfterSeconds?: number | undefined; scale: number },
): number {
  const step = FIRST_WAIT_SECONDS * GROWTH ** (attempt - 1);
  const wished = Math.min(options.retryAfterSeconds ?? 0, 2 * step);
  const wait = Math.min(Math.max(step * (1 + JITTER * random.jitter), wished), LONGEST_WAIT_SECONDS);
  return Math.floor(Math.round(wait) / options.scale);
}

/** Seconds or a date, as RFC 9110 allows; anything else is no wish. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}
