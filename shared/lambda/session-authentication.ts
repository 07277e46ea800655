import {
  type ConsoleAccess,
  consoleRefusal,
  makerName,
  opens,
  parseToken,
} from "../domain/access/console-session.ts";
import type { Scope } from "../domain/scope.ts";
import { findConsoleSession } from "../ledger/console-sessions.ts";
import { beforeTimeIsUp } from "./early-timeout.ts";
import { baseUrl, type HttpEvent, type HttpMiddleware, header } from "./http.ts";
import { SESSION_COOKIE } from "./session-cookie.ts";

/** Finds out which console session this request is of. All that can be refused without I/O is. */
export function sessionAuthentication(access: ConsoleAccess, scope: Scope): HttpMiddleware {
  return {
    before: async ({ event }) => {
      const { facts } = event;
      const presented = isOfOurPage(event) ? parseToken(cookieOf(event)) : undefined;
      // The tab says which session it is in: a browser with two merchants' tabs has one cookie.
      const isOfThisTab = presented?.sessionId === header(event, "svc-console");
      const found =
        presented && isOfThisTab ? await beforeTimeIsUp(findConsoleSession(presented)) : undefined;
      if (!presented || !found || !opens(found, presented, { at: facts.startedAt, access, scope }))
        throw consoleRefusal();
      const { session, merchant } = found;
      Object.assign(facts, { merchant, session, actor: session.sessionId, maker: makerName(session.maker) });
    },
  };
}

/** For the exchange of a code, which has no session yet. */
export const fromOurPage = (): HttpMiddleware => ({
  before: ({ event }) => {
    if (!isOfOurPage(event)) throw consoleRefusal();
  },
});

/** Browsers say where a request comes from, and no script can change that. Other clients say nothing on a GET. */
function isOfOurPage(event: HttpEvent): boolean {
  if ((header(event, "sec-fetch-site") ?? "same-origin") !== "same-origin") return false;
  if (event.requestContext.http.method === "GET") return true;
  const ours = URL.parse(baseUrl(event))?.origin;
  return ours !== undefined && header(event, "origin") === ours;
}

/** Of two cookies with our name one was planted, and which one is not ours to guess. */
function cookieOf({ cookies = [] }: HttpEvent): string {
  const [value, ...others] = cookies.flatMap((cookie) => {
    const [name, ...rest] = cookie.trim().split("=");
    return name === SESSION_COOKIE ? [rest.join("=")] : [];
  });
  return value === undefined || others.length > 0 ? "" : value;
}
