/**
 * One cookie for each session, so that tabs and merchants live side by side in one browser. The only name and form that
 * functions know: browsers take it over https alone, for this host, for every path.
 */
export const SESSION_COOKIE = "__Host-svc-console-";

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

export const sessionCookie = (sessionId: string, token: string, maxAgeSeconds: number): string =>
  `${SESSION_COOKIE}${sessionId}=${token}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}`;

export const noSessionCookie = (sessionId: string): string => sessionCookie(sessionId, "", 0);

/** What a request brings of them: the session that the name says, and the value, once for each cookie. */
export function readSessionCookies(cookies: readonly string[] = []): { sessionId: string; token: string }[] {
  return cookies.flatMap((cookie) => {
    const [name = "", ...rest] = cookie.trim().split("=");
    return name.startsWith(SESSION_COOKIE)
      ? [{ sessionId: name.slice(SESSION_COOKIE.length), token: rest.join("=") }]
      : [];
  });
}
