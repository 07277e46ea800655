import type { AnswerTo, ResultOf } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { consolePath } from "../contract/routes.ts";
import { scopesOf } from "../domain/access/api-key.ts";
import { type ConsoleNeed, type ConsoleSession, sessionScopesOf } from "../domain/access/console-session.ts";
import { PAYMENT_ID } from "../domain/id-forms.ts";
import type { Scope } from "../domain/scope.ts";
import { recordAudit } from "../flows/record-audit.ts";
import type { FoundSession } from "../ledger/console-sessions.ts";
import type { Setting } from "../runtime/config.ts";
import { type EndpointRequest, keyAuthentication, render, toRequest } from "./endpoint.ts";
import { renderAnswer } from "./every-answer.ts";
import type { HttpEvent, HttpMiddleware } from "./http.ts";
import { type HttpHandler, serve } from "./serve.ts";
import {
  findSessions,
  fromOurPage,
  fromTabWithoutSession,
  noOldCookies,
  sessionAuthentication,
} from "./session-authentication.ts";

type ForConsole = Operation & { scope: Scope; console: ConsoleNeed | readonly ConsoleNeed[] };

type ConsoleRequest<O extends Operation> = EndpointRequest<O> & {
  session: ConsoleSession | undefined;
  scopes: readonly Scope[];
};

/** An endpoint with two routes: /v1/… takes a key and never looks at a cookie, /console/v1/… the other way round. */
export const consoleEndpoint = <O extends ForConsole>(
  operation: O,
  handle: (request: ConsoleRequest<O>) => Promise<ResultOf<O>>,
  needs: readonly Setting[] = [],
): HttpHandler =>
  serve(operation, { identify: authenticationByRoute(operation), needs }, async (event) =>
    render(operation, await handle({ ...toRequest<O>(event), ...rightsOf(event) }), event),
  );

type ByMoneySession = Operation & { scope: Scope; console: "money" };

/**
 * A call by key is on the payment's timeline, with its trace. A console session's call is audited too, before it is
 * done, with the session and its maker.
 */
export const moneyEndpoint = <O extends ByMoneySession>(
  operation: O,
  handle: (request: EndpointRequest<O>) => Promise<ResultOf<O>>,
  needs: readonly Setting[],
): HttpHandler =>
  consoleEndpoint(
    operation,
    async (request) => {
      const { session, merchant, parameter, change } = request;
      const subject = PAYMENT_ID.test(parameter("id")) ? parameter("id") : undefined;
      if (session) await recordAudit(merchant.merchantId, { action: operation.name, subject }, change);
      return handle(request);
    },
    needs,
  );

function rightsOf({ facts: { session, sessionKey: key, preset } }: HttpEvent) {
  const scopes = session ? sessionScopesOf({ session, key }) : scopesOf(preset ?? "");
  return { session, scopes };
}

/** API Gateway says which route it was: nothing that a caller sends can change that. */
function authenticationByRoute({ method, path, scope, console: needs }: ForConsole): HttpMiddleware {
  const [bySession, byKey] = [
    sessionAuthentication(typeof needs === "string" ? [needs] : needs, scope),
    keyAuthentication(scope),
  ];
  const sessionRoute = `${method} ${consolePath(path)}`;
  return {
    before: (request) => (request.event.routeKey === sessionRoute ? bySession : byKey).before?.(request),
  };
}

type CookieAnswer<O extends Operation> = { answer: AnswerTo<O>; cookies?: string[] };

type SessionRequest<O extends Operation> = EndpointRequest<O> & { found: FoundSession };

export const sessionEndpoint = <O extends Operation>(
  operation: O,
  handle: (request: SessionRequest<O>) => Promise<CookieAnswer<O>>,
  needs: readonly Setting[] = [],
): HttpHandler =>
  serve(operation, { identify: sessionAuthentication(["read"], "console"), needs }, async (event) => {
    const { session, sessionKey: key, merchant } = event.facts;
    if (!session || !merchant) throw new Error("The session was authenticated but does not exist.");
    const found = { session, key, merchant };
    return renderWithCookies(operation, await handle({ ...toRequest<O>(event), found }));
  });

/** Without a session, because it begins one. */
export const entryEndpoint = <O extends Operation>(
  operation: O,
  handle: (request: EndpointRequest<O>) => Promise<CookieAnswer<O>>,
): HttpHandler =>
  serve(operation, { identify: fromOurPage(), needs: [] }, async (event) => {
    const { answer, cookies = [] } = await handle(toRequest<O>(event));
    return renderWithCookies(operation, { answer, cookies: [...cookies, ...noOldCookies(event)] });
  });

/** `found`: the sessions that the browser has. */
export const tabEndpoint = <O extends Operation>(
  operation: O,
  handle: (found: FoundSession[], at: number) => AnswerTo<O>,
): HttpHandler =>
  serve(operation, { identify: fromTabWithoutSession(), needs: [] }, async (event) =>
    renderAnswer(operation, handle(await findSessions(event), event.facts.startedAt)),
  );

const renderWithCookies = <O extends Operation>(operation: O, { answer, cookies }: CookieAnswer<O>) => ({
  ...renderAnswer(operation, answer),
  ...(cookies && { cookies }),
});
