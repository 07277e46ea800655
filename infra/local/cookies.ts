import type { IncomingMessage } from "node:http";
import { SESSION_COOKIE } from "../../shared/lambda/session-cookie.ts";

/*
 * The functions know the console's cookies in one form, `__Host-svc-console-<session id>=…; Secure`. Not every browser takes
 * that over plain http, not even from its own machine, so there they travel under names without demands.
 */
const PLAIN_COOKIE = "svc-console-";

export type Scheme = "http" | "https";

/** The request's cookies as API Gateway hands them over: `name=value`, one by one, also two of the same name. */
export function readCookies({ headers }: IncomingMessage, scheme: Scheme): string[] {
  const cookies = (headers.cookie ?? "").split(";").flatMap((cookie) => cookie.trim() || []);
  return scheme === "https" ? cookies : cookies.map(asFunctionsKnowIt);
}

const asFunctionsKnowIt = (cookie: string): string =>
  cookie.startsWith(PLAIN_COOKIE) ? `${SESSION_COOKIE}${cookie.slice(PLAIN_COOKIE.length)}` : cookie;

/** A cookie that a function sets, as the browser is told of it. */
export function writtenCookie(cookie: string, scheme: Scheme): string {
  if (scheme === "https" || !cookie.startsWith(SESSION_COOKIE)) return cookie;
  return `${PLAIN_COOKIE}${cookie.slice(SESSION_COOKIE.length)}`.replace(/;\s*Secure\b/i, "");
}
