import {
  type ConsoleNeed,
  type ConsoleSession,
  consoleRejection,
  lifeSecondsOf,
  makerName,
  opens,
  type Presented,
  parseToken,
} from "../domain/access/console-session.ts";
import { SESSION_ID } from "../domain/id-forms.ts";
import type { Scope } from "../domain/scope.ts";
import { type FoundSession, findConsoleSession } from "../ledger/console-sessions.ts";
import { baseUrl, type HttpEvent, type HttpMiddleware } from "./http.ts";

/** Everything that can be rejected without I/O is rejected first. */
export function sessionAuthentication(needs: readonly ConsoleNeed[], scope: Scope): HttpMiddleware {
  return {
    before: async ({ event }) => {
      const { facts } = event;
      const presented = isOfOurPage(event) ? presentedBy(event, tabOf(event)) : undefined;
      const found = presented && (await findConsoleSession(presented));
      if (!presented || !found || !opens(found, presented, { at: facts.startedAt, needs, scope }))
        throw consoleRejection();
      const { session, merchant, key } = found;
      const actor = { actor: session.sessionId, maker: makerName(session.maker) };
      Object.assign(facts, { merchant, session, sessionKey: key, ...actor });
    },
  };
}

export const fromOurPage = (): HttpMiddleware => ({
  before: ({ event }) => {
    if (!isOfOurPage(event)) throw consoleRejection();
  },
});

const NO_TAB = "none";

/** A page that is not ours cannot send the header. */
export const fromTabWithoutSession = (): HttpMiddleware => ({
  before: ({ event }) => {
    if (!isOfOurPage(event) || tabOf(event) !== NO_TAB) throw consoleRejection();
  },
});

/** Each costs a read, and any client can send such cookies. */
const MAX_CHOICES = 20;

/**
 * The sessions whose cookies verify, each with its merchant. Browsers send the newest cookies last: of very many only
 * those are read.
 */
export async function findSessions(event: HttpEvent): Promise<FoundSession[]> {
  const named = new Set(readSessionCookies(event.cookies).map(({ sessionId }) => sessionId));
  const presented = [...named].flatMap((sessionId) => presentedBy(event, sessionId) ?? []);
  const found = await Promise.all(presented.slice(-MAX_CHOICES).map((one) => findSession(event, one)));
  return found.filter((session) => session !== undefined);
}

async function findSession(event: HttpEvent, presented: Presented): Promise<FoundSession | undefined> {
  const found = await findConsoleSession(presented);
  const at = event.facts.startedAt;
  return opens(found, presented, { at, needs: ["read"], scope: "console" }) ? found : undefined;
}

const tabOf = (event: HttpEvent): string => event.headers["svc-console"] ?? "";

/**
 * The cookie named after the session; its token must name the same one. Of two with this name one was planted, so
 * neither counts.
 */
function presentedBy({ cookies }: HttpEvent, sessionId: string): Presented | undefined {
  const [cookie, ...others] = readSessionCookies(cookies).filter((one) => one.sessionId === sessionId);
  const presented = cookie && others.length === 0 ? parseToken(cookie.token) : undefined;
  return presented?.sessionId === sessionId ? presented : undefined;
}

/** Browsers say where a request comes from, and no script can change that. Other clients say nothing on a GET. */
function isOfOurPage(event: HttpEvent): boolean {
  if ((event.headers["sec-fetch-site"] ?? "same-origin") !== "same-origin") return false;
  if (event.requestContext.http.method === "GET") return true;
  const ours = URL.parse(baseUrl(event))?.origin;
  return ours !== undefined && event.headers.origin === ours;
}

/**
 * One cookie per session, so that tabs and merchants do not disturb each other. Browsers accept it over https only,
 * for this host, for every path.
 */
export const SESSION_COOKIE = "__Host-svc-console-";

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

export const sessionCookie = (session: ConsoleSession, token: string): string =>
  cookie(session.sessionId, token, lifeSecondsOf(session));

export const noSessionCookie = (sessionId: string): string => cookie(sessionId, "", 0);

/** Of sessions that are over, too. Only the newest cookies stay, because API Gateway takes 10 KB of headers in all. */
export const noOldCookies = ({ cookies }: HttpEvent): string[] =>
  readSessionCookies(cookies)
    .slice(0, -MAX_CHOICES)
    .flatMap(({ sessionId }) => (SESSION_ID.test(sessionId) ? noSessionCookie(sessionId) : []));

const cookie = (sessionId: string, token: string, maxAgeSeconds: number): string =>
  `${SESSION_COOKIE}${sessionId}=${token}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}`;

function readSessionCookies(cookies: readonly string[] = []): { sessionId: string; token: string }[] {
  return cookies.flatMap((cookie) => {
    const [name = "", ...rest] = cookie.trim().split("=");
    return name.startsWith(SESSION_COOKIE)
      ? [{ sessionId: name.slice(SESSION_COOKIE.length), token: rest.join("=") }]
      : [];
  });
}
