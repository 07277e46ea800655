import * as contract from "../../shared/contract/console.ts";
import { lifeSecondsOf } from "../../shared/domain/access/console-session.ts";
import { endSession } from "../../shared/flows/console/end-session.ts";
import { enterConsole } from "../../shared/flows/console/enter-console.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { entryEndpoint, sessionEndpoint, tabEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { noSessionCookie, sessionCookie } from "../../shared/lambda/session-cookie.ts";
import { listApiKeys } from "../../shared/ledger/api-keys.ts";
import { consoleKeyView, enteredView, sessionView } from "../../shared/views/console-session.ts";

const enter = entryEndpoint(contract.enterConsole, async ({ body, change }) => {
  const { token, ...found } = await enterConsole(body.code, change);
  const { session } = found;
  const cookie = sessionCookie(session.sessionId, token, lifeSecondsOf(session));
  return { answer: enteredView(found), cookies: [cookie] };
});

const choose = tabEndpoint(contract.listEnteredConsoles, (found) => found.map(enteredView));

const look = sessionEndpoint(contract.getConsoleSession, async ({ found }) => ({
  answer: enteredView(found),
}));

const listKeys = sessionEndpoint(contract.listConsoleKeys, async ({ merchant, at }) => ({
  answer: (await listApiKeys(merchant.merchantId)).map((key) => consoleKeyView(key, at)),
}));

const leave = sessionEndpoint(contract.leaveConsole, async ({ found: { session }, change }) => {
  const ended = await endSession(session.merchantId, session.sessionId, change);
  return { answer: sessionView(ended, change.at), cookies: [noSessionCookie(session.sessionId)] };
});

export const handler = byRoute([
  [contract.enterConsole, enter],
  [contract.listEnteredConsoles, choose],
  [contract.getConsoleSession, look],
  [contract.listConsoleKeys, listKeys],
  [contract.leaveConsole, leave],
]);
