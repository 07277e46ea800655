export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = 86_400;

/** Times sort as text of thirteen digits, which last until the year 2286. */
export const LATEST_MS = 9_999_999_999_999;

/** Times are milliseconds inside and ISO 8601 outside. */
export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : isoTime(at);

/** When the ledger forgets what it keeps for so long: the table counts in seconds. */
export const expiryAt = (at: number, ttlSeconds: number): number => Math.floor(at / 1000) + ttlSeconds;

/**
 * A payment, payout or account has one version: it is the lock on which every write is made, and what merchants compare to
 * know which of two pictures is newer. It may rise without a visible change. It is a time and not a count, so that a
 * ledger which was restored from a backup, or rebuilt from the processor, goes on above everything that the lost one told.
 */
export const nextVersion = (before: number, writeMs: number): number => Math.max(before + 1, writeMs);
