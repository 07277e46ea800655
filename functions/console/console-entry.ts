import { requireSettings, typedAboveConfig } from "../../shared/config.ts";
import * as contract from "../../shared/contract/console.ts";
import { lifeSecondsOf } from "../../shared/domain/access/console-session.ts";
import { endSession } from "../../shared/flows/console/end-session.ts";
import { enterConsole } from "../../shared/flows/console/enter-console.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { entryEndpoint, sessionEndpoint, tabEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { noSessionCookie, sessionCookie } from "../../shared/lambda/session-cookie.ts";
import { listApiKeys } from "../../shared/ledger/api-keys.ts";
import { consoleKeyView, enteredView, sessionView } from "../../shared/views/console-session.ts";

requireSettings([typedAboveConfig]);
const shown = (at: number) => ({ at, typedAboveCents: typedAboveConfig().CONSOLE_TYPED_ABOVE });

const enter = entryEndpoint(contract.enterConsole, async ({ body, change }) => {
  const { token, ...found } = await enterConsole(body.code, change);
  const { session } = found;
  const cookie = sessionCookie(session.sessionId, token, lifeSecondsOf(session));
  return { answer: enteredView(found, shown(change.at)), cookies: [cookie] };
});

const choose = tabEndpoint(contract.listEnteredConsoles, (found, at) =>
  found.map((one) => enteredView(one, shown(at))),
);

const look = sessionEndpoint(contract.getConsoleSession, async ({ found, at }) => ({
  answer: enteredView(found, shown(at)),
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
