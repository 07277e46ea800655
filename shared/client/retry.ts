import type { PaymentsError } from "./payments-error.ts";

export type RetrySettings = {
  /** How often a request is sent at most, the first time included. */
  attempts: number;
  /** A longer Retry-After is not waited for: the error says how long it is. */
  longestWaitSeconds: number;
};

export const RETRY_DEFAULTS: RetrySettings = { attempts: 5, longestWaitSeconds: 30 };

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/**
 * Reading changes nothing, and what has an Idempotency-Key happens once however often it is sent. Everything else,
 * a refund without a key above all, may have happened already although no answer came: it is sent once.
 */
export const isRepeatable = (request: Request): boolean =>
  request.method === "GET" || request.headers.has("Idempotency-Key");

/** How long to wait before the next attempt; undefined where there must be none. `chance` is in [0, 1). */
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
  // Spread, so that many clients which failed together do not come back together; never sooner than asked.
  return Math.max(askedSeconds * 1000, backoffMs / 2) + (chance * backoffMs) / 2;
}

/** Retry-After as seconds or as a date; undefined when it is neither. */
export function retryAfterSecondsOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
