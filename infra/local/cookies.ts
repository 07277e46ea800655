import type { IncomingMessage } from "node:http";
import { SESSION_COOKIE } from "../../shared/lambda/session-cookie.ts";

/*
 * Functions use `__Host-svc-console-<session id>=…; Secure`. Not every browser accepts that over plain http, even
 * from its own machine, so there the cookies have plain names.
 */
const PLAIN_COOKIE = "svc-console-";

export type Scheme = "http" | "https";

/** As API Gateway hands them over: `name=value`, one by one, also two of the same name. */
export function readCookies({ headers }: IncomingMessage, scheme: Scheme): string[] {
  const cookies = (headers.cookie ?? "").split(";").flatMap((cookie) => cookie.trim() || []);
  return scheme === "https" ? cookies : cookies.map(asFunctionsKnowIt);
}

const asFunctionsKnowIt = (cookie: string): string =>
  cookie.startsWith(PLAIN_COOKIE) ? `${SESSION_COOKIE}${cookie.slice(PLAIN_COOKIE.length)}` : cookie;

export function writtenCookie(cookie: string, scheme: Scheme): string {
  if (scheme === "https" || !cookie.startsWith(SESSION_COOKIE)) return cookie;
  return `${PLAIN_COOKIE}${cookie.slice(SESSION_COOKIE.length)}`.replace(/;\s*Secure\b/i, "");
}
