import { enterConsole, getConsoleSession, leaveConsole } from "../../shared/contract/console.ts";
import { lifeSecondsOf } from "../../shared/domain/access/console-session.ts";
import { endSession } from "../../shared/flows/console/end-session.ts";
import { enterConsole as enterByCode } from "../../shared/flows/console/enter-console.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { entryEndpoint, sessionEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { noSessionCookie, sessionCookie } from "../../shared/lambda/session-cookie.ts";
import { enteredView, sessionView } from "../../shared/views/console-session.ts";

const enter = entryEndpoint(enterConsole, async ({ body, change }) => {
  const { session, merchant, token } = await enterByCode(body.code, change);
  return { answer: enteredView(session, merchant), cookie: sessionCookie(token, lifeSecondsOf(session)) };
});

const look = sessionEndpoint(getConsoleSession, async ({ session, merchant }) => ({
  answer: enteredView(session, merchant),
}));

const leave = sessionEndpoint(leaveConsole, async ({ session, merchant, change }) => {
  const ended = await endSession(merchant.merchantId, session.sessionId, change);
  return { answer: sessionView(ended, change.at), cookie: noSessionCookie() };
});

export const handler = byRoute([
  [enterConsole, enter],
  [getConsoleSession, look],
  [leaveConsole, leave],
]);
