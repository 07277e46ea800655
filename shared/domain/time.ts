/** Times are milliseconds inside and ISO 8601 outside. */
export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : isoTime(at);
