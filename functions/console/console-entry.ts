import {
  enterConsole,
  getConsoleSession,
  leaveConsole,
  listConsoleKeys,
  listEnteredConsoles,
} from "../../shared/contract/console.ts";
import { lifeSecondsOf } from "../../shared/domain/access/console-session.ts";
import { endSession } from "../../shared/flows/console/end-session.ts";
import { enterConsole as enterByCode } from "../../shared/flows/console/enter-console.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { entryEndpoint, sessionEndpoint, tabEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { noSessionCookie, sessionCookie } from "../../shared/lambda/session-cookie.ts";
import { listApiKeys } from "../../shared/ledger/api-keys.ts";
import { consoleKeyView, enteredView, sessionView } from "../../shared/views/console-session.ts";

const enter = entryEndpoint(enterConsole, async ({ body, change }) => {
  const entered = await enterByCode(body.code, change);
  const { session, token } = entered;
  const cookie = sessionCookie(session.sessionId, token, lifeSecondsOf(session));
  return { answer: enteredView(entered), cookies: [cookie] };
});

const choose = tabEndpoint(listEnteredConsoles, (found) => found.map(enteredView));

const look = sessionEndpoint(getConsoleSession, async ({ found }) => ({ answer: enteredView(found) }));

const listKeys = sessionEndpoint(listConsoleKeys, async ({ merchant, at }) => {
  const keys = await listApiKeys(merchant.merchantId);
  return { answer: keys.map((key) => consoleKeyView(key, at)) };
});

const leave = sessionEndpoint(leaveConsole, async ({ found, change }) => {
  const { merchantId, sessionId } = found.session;
  const ended = await endSession(merchantId, sessionId, change);
  return { answer: sessionView(ended, change.at), cookies: [noSessionCookie(sessionId)] };
});

export const handler = byRoute([
  [enterConsole, enter],
  [listEnteredConsoles, choose],
  [getConsoleSession, look],
  [listConsoleKeys, listKeys],
  [leaveConsole, leave],
]);
