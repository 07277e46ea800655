import { type ConsoleSession, lifeSecondsOf } from "../domain/access/console-session.ts";

/**
 * One cookie per session, so that tabs and merchants do not disturb each other. Browsers accept it over https only,
 * for this host, for every path.
 */
export const SESSION_COOKIE = "__Host-svc-console-";

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

export const sessionCookie = (session: ConsoleSession, token: string): string =>
  cookie(session.sessionId, token, lifeSecondsOf(session));

export const noSessionCookie = (sessionId: string): string => cookie(sessionId, "", 0);

const cookie = (sessionId: string, token: string, maxAgeSeconds: number): string =>
  `${SESSION_COOKIE}${sessionId}=${token}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}`;

export function readSessionCookies(cookies: readonly string[] = []): { sessionId: string; token: string }[] {
  return cookies.flatMap((cookie) => {
    const [name = "", ...rest] = cookie.trim().split("=");
    return name.startsWith(SESSION_COOKIE)
      ? [{ sessionId: name.slice(SESSION_COOKIE.length), token: rest.join("=") }]
      : [];
  });
}
