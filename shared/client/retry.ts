import type { PaymentsError } from "./payments-error.ts";

export type RetrySettings = {
  attempts: number;
  /** A longer Retry-After is not waited for: the error says how long it is. */
  longestWaitSeconds: number;
};

export const RETRY_DEFAULTS: RetrySettings = { attempts: 5, longestWaitSeconds: 30 };

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/**
 * Reading changes nothing, and a request with an Idempotency-Key happens once. Everything else may have happened
 * although no answer came, so it is sent once, unless the service itself says that it was rate-limited: nothing was done.
 */
export const isRepeatable = (request: Request): boolean =>
  request.method === "GET" || request.headers.has("Idempotency-Key");

/** undefined: no further attempt. `chance` is in [0, 1). */
export function waitMsAfter(
  error: PaymentsError,
  attempt: number,
  settings: RetrySettings,
  chance: number,
): number | undefined {
  if (!error.retryable || attempt >= settings.attempts) return undefined;
  const askedSeconds = error.retryAfterSeconds ?? 0;
  if (askedSeconds > settings.longestWaitSeconds) return undefined;
  const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);
  // Spread, so that clients that failed together do not return together; never sooner than asked.
  return Math.max(askedSeconds * 1000, backoffMs / 2) + (chance * backoffMs) / 2;
}

/** Seconds or a date; undefined: neither. */
export function retryAfterSecondsOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
