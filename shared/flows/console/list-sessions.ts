import type { SessionAndKey } from "../../domain/access/console-session.ts";
import { type Page, type PageQuery, unknownCursor } from "../../domain/page.ts";
import { listConsoleSessions } from "../../ledger/console-sessions.ts";

/** Those made last, newest first. They are few, so a page is cut out of all of them. */
export async function listSessions(
  merchantId: string,
  { limit, startingAfter }: PageQuery,
): Promise<Page<SessionAndKey>> {
  const all = await listConsoleSessions(merchantId);
  const begin = startingAfter === undefined ? 0 : 1 + indexOf(all, startingAfter);
  const items = all.slice(begin, begin + limit);
  return { items, hasMore: all.length > begin + limit, lastId: items.at(-1)?.session.sessionId };
}

function indexOf(all: SessionAndKey[], sessionId: string): number {
  const index = all.findIndex(({ session }) => session.sessionId === sessionId);
  if (index < 0) throw unknownCursor("startingAfter must be the id of one of your console sessions.");
  return index;
}
