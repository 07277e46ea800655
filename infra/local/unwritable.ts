/** What Node, SQLite (its primary codes for I/O errors and a full disk) and LevelDB say when a write is rejected. */
const CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO", "LEVEL_IO_ERROR"]);
const SQLITE_CODES = new Set([10, 13]);

/** The disk is full, or has gone. */
export function isUnwritable(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // The rest of SQLite's code says more precisely what was being done.
  return CODES.has(String(code)) || SQLITE_CODES.has(Number(errcode) & 0xff);
}
