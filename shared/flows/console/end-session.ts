import {
  type ConsoleSession,
  isOpen,
  type SessionAndKey,
  sessionPartsOf,
} from "../../domain/access/console-session.ts";
import { Failure } from "../../domain/failure.ts";
import { SESSION_ID } from "../../domain/id-forms.ts";
import { type Page, type PageQuery, unknownCursor } from "../../domain/page.ts";
import { findConsoleSession, listConsoleSessions, markSessionEnded } from "../../ledger/console-sessions.ts";
import { type Change, recordAudit } from "../record-audit.ts";

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

/** Ends one of a merchant's sessions, made by a key or by an operator. One that is over is left as it is. */
export async function endSession(
  merchantId: string,
  sessionId: string,
  change: Change,
): Promise<SessionAndKey> {
  const found = await getSession(merchantId, sessionId);
  if (!isOpen(found, change.at)) return found;
  await recordAudit(merchantId, { action: "end-console-session", subject: sessionId }, change);
  return { ...found, session: await end(found.session, change) };
}

/** Ends all that are open, and answers how many. Interrupted, it is asked for again, and ends the rest. */
export async function endSessions(merchantId: string, change: Change): Promise<number> {
  const open = (await listConsoleSessions(merchantId)).filter((found) => isOpen(found, change.at));
  if (open.length === 0) return 0;
  await recordAudit(merchantId, { action: "end-console-sessions", subject: `${open.length} open` }, change);
  await Promise.all(open.map(({ session }) => end(session, change)));
  return open.length;
}

async function end(session: ConsoleSession, { at }: Change): Promise<ConsoleSession> {
  await markSessionEnded(session, at);
  return { ...session, state: "ended", endedAt: at };
}

/** Unknown, replaced by a later one, and another merchant's cannot be told apart. */
async function getSession(merchantId: string, sessionId: string): Promise<SessionAndKey> {
  const parts = SESSION_ID.test(sessionId) ? sessionPartsOf(sessionId) : undefined;
  const found = parts?.merchantId === merchantId ? await findConsoleSession(parts) : undefined;
  if (found?.session.sessionId !== sessionId)
    throw new Failure("not_found", "There is no such console session.");
  return found;
}
