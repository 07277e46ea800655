import { sha256Hex } from "../id.ts";
import { unknownCursor } from "../page.ts";

/*
 * The feed: a merchant's events, oldest first, by when each was written. It ends a minute ago, so that no event is
 * inserted before what was read: a write takes its time just before it is sent, is rejected if it would be sent more
 * than 30 s later, and clocks differ by seconds. An index may lag longer, so a follower reads the last ten minutes
 * again (shared/client/follow.ts).
 */

/** A write that would be later than this takes a new time. */
export const MAX_LATE_MS = 30_000;

/**
 * What is older has its place for good: an index that lags by ten minutes has raised an alarm, and the feed ends a minute
 * ago. The client's follower reads what is younger again.
 */
export const UNSETTLED_MS = 660_000;

/** For so long a follower waits for an event that is recorded and not applied: about as long as its callback waits. */
export const UNFINISHED_MS = 1_800_000;

/** A page with bodies ends before this: an answer holds 6 MB, and bodies grow when they are quoted in JSON. */
export const MAX_PAGE_BYTES = 4_000_000;

const TAG_CHARACTERS = 8;

/** Another merchant's cursor is an error that should be reported, not an empty page. */
const tagOf = (merchantId: string): string => sha256Hex(merchantId).slice(0, TAG_CHARACTERS);

/** A time, not an event's id: it stays valid when the event has expired. */
export const cursorOf = (merchantId: string, place: string): string =>
  Buffer.from(`${tagOf(merchantId)}.${place}`).toString("base64url");

/** A made-up cursor moves only within one's own events. */
export function parseCursor(merchantId: string, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, tag, place] = /^([0-9a-f]{8})\.([\x21-\x7d]{1,400})$/.exec(text) ?? [];
  if (tag === undefined || place === undefined || Buffer.from(text).toString("base64url") !== cursor)
    throw unknownCursor("after must be a cursor from the Link header, unchanged.", "/after");
  if (tag !== tagOf(merchantId)) throw unknownCursor("after is a cursor of another merchant.", "/after");
  return place;
}
