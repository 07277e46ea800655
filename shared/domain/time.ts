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
